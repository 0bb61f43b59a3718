import { sql, type Kysely } from 'kysely';
import type { lineagesTable, plansTable } from '../shared/lineage-tables.ts';
import type { RowOf } from '../runner/read-model.ts';
import type { feedLessonsTable, feedPeopleTable, feedStudiosTable, feedsTable, touchesTable } from './table.ts';

export type FeedPerson = RowOf<typeof feedPeopleTable>;
export type FeedLesson = Pick<RowOf<typeof feedLessonsTable>, 'teacher_id' | 'lesson'>;
/** A lesson of a lineage, and what has touched it; null where nothing is recorded. */
export type LineageMember = {
  readonly lesson_id: string;
  readonly root: string;
  readonly series_id: string | null;
  readonly original_date: string | null;
  readonly people: readonly string[] | null;
  readonly weeks: RowOf<typeof touchesTable>['weeks'] | null;
  readonly count: number | null;
  readonly at: string | null;
};
export type FeedsDb = {
  lessons: RowOf<typeof feedLessonsTable>;
  touches: RowOf<typeof touchesTable>;
  feeds: RowOf<typeof feedsTable>;
  people: FeedPerson;
  studios: RowOf<typeof feedStudiosTable>;
  lineages: RowOf<typeof lineagesTable>;
  plans: RowOf<typeof plansTable>;
};

/** One text for lists of any length, so that the statement is planned once. */
const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::text[])`;

/** What a calendar depends on, besides the day on which it is read. */
export type FeedVersion = {
  /** Null when nothing was ever in it. */
  readonly lessons: string | null;
  readonly people: string;
  readonly timeZone: string | null;
  /** When its lessons changed last. */
  readonly changedAt: string | null;
  /** How often the time zone has changed, and when it did last. */
  readonly zoneChanges: number;
  readonly zoneChangedAt: string;
};

/** The version of someone's calendar; undefined for a studio that is not there. */
export const feedVersion = async (
  db: Kysely<FeedsDb>,
  studioId: string,
  personId: string,
): Promise<FeedVersion | undefined> =>
  db
    .selectFrom('studios')
    .leftJoin('feeds', (join) =>
      join.onRef('feeds.studio_id', '=', 'studios.studio_id').on('feeds.person_id', '=', personId),
    )
    .select([
      'feeds.version as lessons',
      'studios.version as people',
      'studios.time_zone as timeZone',
      'feeds.changed_at as changedAt',
      'studios.changes as zoneChanges',
      'studios.changed_at as zoneChangedAt',
    ])
    .where('studios.studio_id', '=', studioId)
    .executeTakeFirst();

/** A teacher's lessons that have a date from a day on. Rows were checked when they were written. */
export const lessonsOfTeacher = (
  db: Kysely<FeedsDb>,
  studioId: string,
  teacherId: string,
  from: string,
): Promise<FeedLesson[]> => lessonsFrom(db, studioId, from).where('teacher_id', '=', teacherId).execute();

/** The same for a student, with the single dates of the student's series that are someone else's. Each part has its own index. */
export const lessonsOfStudent = (
  db: Kysely<FeedsDb>,
  studioId: string,
  studentId: string,
  from: string,
): Promise<FeedLesson[]> => studentLessonsQuery(db, studioId, studentId, from).execute();

/** The query behind it, exported so that tests can inspect its query plan. */
export const studentLessonsQuery = (db: Kysely<FeedsDb>, studioId: string, studentId: string, from: string) => {
  const own = db
    .selectFrom('lessons')
    .select('lesson_id')
    .where('studio_id', '=', studioId)
    .where('student_id', '=', studentId);
  const others = lessonsFrom(db, studioId, from)
    .where('series_id', '=', sql<string>`any(array(${own}))`)
    .where('student_id', 'is distinct from', studentId);
  return lessonsFrom(db, studioId, from).where('student_id', '=', studentId).unionAll(others);
};

const lessonsFrom = (db: Kysely<FeedsDb>, studioId: string, from: string) =>
  db
    .selectFrom('lessons')
    .select(['teacher_id', 'lesson'])
    .where('studio_id', '=', studioId)
    .where((where) => where.or([where('last_day', 'is', null), where('last_day', '>=', from)]));

/** The lineages of some lessons: every lesson that they have or had, with what touched it. */
export const lineageMembers = async (
  db: Kysely<FeedsDb>,
  studioId: string,
  lessonIds: readonly string[],
): Promise<LineageMember[]> => {
  const known = await db
    .selectFrom('lineages')
    .select(['lesson_id', 'root'])
    .where('studio_id', '=', studioId)
    .where('lesson_id', '=', anyOf(lessonIds))
    .execute();
  const rootOf = new Map(known.map(({ lesson_id: lessonId, root }) => [lessonId, root]));
  const roots = [...new Set(lessonIds.map((lessonId) => rootOf.get(lessonId) ?? lessonId))];
  const [first, later] = await Promise.all([
    db
      .selectFrom('touches')
      .select(['lesson_id', 'people', 'weeks', 'count', 'at'])
      .where('studio_id', '=', studioId)
      .where('lesson_id', '=', anyOf(roots))
      .execute(),
    db
      .selectFrom('lineages')
      .leftJoin('touches', (join) =>
        join
          .onRef('touches.studio_id', '=', 'lineages.studio_id')
          .onRef('touches.lesson_id', '=', 'lineages.lesson_id'),
      )
      .select([
        'lineages.lesson_id',
        'lineages.root',
        'lineages.series_id',
        'lineages.original_date',
        'touches.people',
        'touches.weeks',
        'touches.count',
        'touches.at',
      ])
      .where('lineages.studio_id', '=', studioId)
      .where('lineages.root', '=', anyOf(roots))
      .execute(),
  ]);
  const own = first.map((row) => ({ ...row, root: row.lesson_id, series_id: null, original_date: null }));
  return [...own, ...later];
};

export const feedPeople = async (
  db: Kysely<FeedsDb>,
  studioId: string,
  ids: readonly string[],
): Promise<Map<string, FeedPerson>> => {
  const people = await db
    .selectFrom('people')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where('person_id', '=', anyOf(ids))
    .execute();
  return new Map(people.map((person) => [person.person_id, person]));
};

/** The teachers whose plan waits for a decision, each with the plan's students. */
export const pendingPlans = async (
  db: Kysely<FeedsDb>,
  studioId: string,
): Promise<{ teacherId: string; studentIds: string[] }[]> => {
  const plans = await db
    .selectFrom('plans')
    .select(['teacher_id', 'roots'])
    .where('studio_id', '=', studioId)
    .execute();
  return plans.map(({ teacher_id: teacherId, roots }) => ({ teacherId, studentIds: Object.keys(roots) }));
};
