import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import { lessonsTable, type peopleTable } from './table.ts';

export type LessonRow = RowOf<typeof lessonsTable>;
export type PersonRow = RowOf<typeof peopleTable>;
export type LessonsDb = { lessons: LessonRow; people: PersonRow };

export type LessonFilter = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly teacherId?: string | undefined;
  /** Only lessons of these students with teachers other than `notTeacherId`. */
  readonly studentIds?: readonly string[] | undefined;
  readonly notTeacherId?: string | undefined;
  readonly lessonIds?: readonly string[] | undefined;
};

/** How many rows are checked before the event loop yields to other requests. */
const checkedAtOnce = 200;

/** A studio's lesson rows, oldest first; with `from` and `to`, those that overlap these days. */
export const listLessons = async (
  db: Kysely<LessonsDb>,
  studioId: string,
  filter: LessonFilter = {},
): Promise<LessonRow[]> => {
  const rows = await lessonsQuery(db, studioId, filter).execute();
  const checked: LessonRow[] = [];
  for (const row of rows) {
    checked.push(lessonsTable.row.parse(row));
    if (checked.length % checkedAtOnce === 0) await turn();
  }
  return oldestFirst(checked);
};

/** The same from rows in memory. */
export const lessonsAmong = (rows: readonly LessonRow[], filter: LessonFilter = {}): LessonRow[] => {
  const { from, to, teacherId, notTeacherId, studentIds, lessonIds } = filter;
  return oldestFirst(
    rows.filter(
      (row) =>
        (to === undefined || row.first_day <= to) &&
        (from === undefined || row.last_day === null || row.last_day >= from) &&
        (teacherId === undefined || row.teacher_id === teacherId) &&
        (notTeacherId === undefined || row.teacher_id !== notTeacherId) &&
        (studentIds === undefined || (row.student_id !== null && studentIds.includes(row.student_id))) &&
        (lessonIds === undefined || lessonIds.includes(row.lesson_id)),
    ),
  );
};

/**
 * Every lesson of a studio with its teacher, oldest first. Rows are checked when they are written: checking a year of them again would take
 * most of the time of a read, and billing needs none of the fields that were added since.
 */
export const taughtLessons = async (
  db: Kysely<LessonsDb>,
  studioId: string,
): Promise<Pick<LessonRow, 'teacher_id' | 'lesson'>[]> =>
  db
    .selectFrom('lessons')
    .select(['teacher_id', 'lesson'])
    .where('studio_id', '=', studioId)
    .orderBy('created_at')
    .orderBy('lesson_id')
    .execute();

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const oldestFirst = (rows: readonly LessonRow[]): LessonRow[] =>
  rows.toSorted((a, b) => compareTexts(a.created_at, b.created_at) || compareTexts(a.lesson_id, b.lesson_id));

/** The query behind the list, exported so that tests can inspect its query plan. */
export const lessonsQuery = (db: Kysely<LessonsDb>, studioId: string, filter: LessonFilter) => {
  const { from, to, teacherId, notTeacherId, studentIds, lessonIds } = filter;
  let query = db.selectFrom('lessons').selectAll().where('studio_id', '=', studioId);
  if (to !== undefined) query = query.where('first_day', '<=', to);
  if (from !== undefined)
    query = query.where((where) => where.or([where('last_day', 'is', null), where('last_day', '>=', from)]));
  if (teacherId !== undefined) query = query.where('teacher_id', '=', teacherId);
  if (notTeacherId !== undefined) query = query.where('teacher_id', '!=', notTeacherId);
  if (studentIds !== undefined)
    query = query.where('student_id', 'in', studentIds.length === 0 ? [''] : [...studentIds]);
  if (lessonIds !== undefined) query = query.where('lesson_id', 'in', lessonIds.length === 0 ? [''] : lessonIds);
  return query;
};

/** Students and teachers by id, including removed ones. */
export const peopleById = async (db: Kysely<LessonsDb>, studioId: string): Promise<Map<string, PersonRow>> => {
  const people = await db.selectFrom('people').selectAll().where('studio_id', '=', studioId).execute();
  return byId(people);
};

/** Some students and teachers by id, removed ones too. */
export const somePeople = async (
  db: Kysely<LessonsDb>,
  studioId: string,
  personIds: readonly string[],
): Promise<Map<string, PersonRow>> =>
  personIds.length === 0
    ? new Map()
    : byId(
        await db
          .selectFrom('people')
          .selectAll()
          .where('studio_id', '=', studioId)
          .where('person_id', 'in', personIds)
          .execute(),
      );

export const byId = (people: readonly PersonRow[]): Map<string, PersonRow> =>
  new Map(people.map((person) => [person.person_id, person]));

/**
 * How many lessons of a studio were entered or imported and go on: series that have not ended, and dated rows from a day on.
 * @param most when there are not more rows of any origin, their number is answered, which is faster to count
 */
export const countEntered = async (
  db: Kysely<LessonsDb>,
  studioId: string,
  { from, most }: { readonly from: string; readonly most: number },
): Promise<number> => {
  const rows = db
    .selectFrom('lessons')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('studio_id', '=', studioId)
    .where('series_id', 'is', null)
    .where((row) => row.or([row('last_day', 'is', null), row('last_day', '>=', from)]));
  const all = Number((await rows.executeTakeFirstOrThrow()).count);
  if (all <= most) return all;
  const entered = rows.where(sql<boolean>`lesson->>'source' <> 'optimized'`);
  return Number((await entered.executeTakeFirstOrThrow()).count);
};
