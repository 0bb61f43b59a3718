import { sql, type Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import type { deedsTable, subjectsTable } from './deeds-table.ts';
import type { batchesTable, entriesTable, knownTable } from './table.ts';

type EntryRow = RowOf<typeof entriesTable>;
export type HistoryDb = {
  entries: EntryRow;
  known: RowOf<typeof knownTable>;
  batches: RowOf<typeof batchesTable>;
  deeds: RowOf<typeof deedsTable>;
  subjects: RowOf<typeof subjectsTable>;
};

/** The teacher who has a lesson, or the last one who had it. */
export const lastTeacherOf = async (
  db: Kysely<HistoryDb>,
  studioId: string,
  lessonId: string,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('known')
    .select('teacher_id')
    .where('studio_id', '=', studioId)
    .where('lesson_id', '=', lessonId)
    .executeTakeFirst();
  return row?.teacher_id;
};

/** A lesson and all parts of the series it was split from or into, earlier and later. */
const partsOf = async (db: Kysely<HistoryDb>, studioId: string, lessonId: string): Promise<string[]> => {
  const parts = new Set([lessonId]);
  for (let before = 0; before < parts.size;) {
    before = parts.size;
    const ids = [...parts];
    const near = await db
      .selectFrom('known')
      .select(['lesson_id', 'continues'])
      .where('studio_id', '=', studioId)
      .where((where) => where.or([where('lesson_id', 'in', ids), where('continues', 'in', ids)]))
      .execute();
    for (const { lesson_id: id, continues } of near) {
      parts.add(id);
      if (continues !== null) parts.add(continues);
    }
  }
  return [...parts];
};

/** The entries on lessons, oldest first. */
const entriesOf = (db: Kysely<HistoryDb>, studioId: string) =>
  db
    .selectFrom('entries')
    .selectAll()
    .where('studio_id', '=', studioId)
    .orderBy('recorded_at')
    .orderBy('stream')
    .orderBy('revision');

const seriesOf = async (db: Kysely<HistoryDb>, studioId: string, lessonId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('known')
    .select('series_id')
    .where('studio_id', '=', studioId)
    .where('lesson_id', '=', lessonId)
    .executeTakeFirst();
  return row?.series_id ?? null;
};

/** What happened to a series before one of its dates became a lesson of its own: before the date's first entry. */
const beforeOwnDate = async (
  db: Kysely<HistoryDb>,
  studioId: string,
  { seriesId, first }: { readonly seriesId: string; readonly first: EntryRow | undefined },
): Promise<EntryRow[]> => {
  let query = entriesOf(db, studioId).where('lesson_id', 'in', await partsOf(db, studioId, seriesId));
  if (first) {
    const { recorded_at: at, stream, revision } = first;
    query = query.where((where) =>
      where.or([
        where('recorded_at', '<', at),
        where.and([where('recorded_at', '=', at), where('stream', '=', stream), where('revision', '<', revision)]),
      ]),
    );
  }
  return query.execute();
};

/** What happened to the plans of a date's series while it was part of them: the events on a plan name no single dates. */
const plansOf = async (db: Kysely<HistoryDb>, studioId: string, own: readonly EntryRow[]): Promise<EntryRow[]> => {
  const seriesIds = [...new Set(own.flatMap((entry) => entry.series_id ?? []))];
  if (seriesIds.length === 0) return [];
  const decided = await entriesOf(db, studioId)
    .where('lesson_id', 'in', seriesIds)
    .where('type', '=', 'LessonKept')
    .execute();
  return decided.filter((entry) => own.some((date) => date.series_id === entry.lesson_id && inOrder(date, entry) < 0));
};

/** Who was there at a date that is a lesson of its own: recorded by its series. */
const attendanceOf = async (
  db: Kysely<HistoryDb>,
  studioId: string,
  {
    lessonId,
    seriesId,
    first,
  }: { readonly lessonId: string; readonly seriesId: string; readonly first: EntryRow | undefined },
): Promise<EntryRow[]> => {
  const subject = await db
    .selectFrom('subjects')
    .select('lesson')
    .where('studio_id', '=', studioId)
    .where('subject', '=', `lesson:${lessonId}`)
    .executeTakeFirst();
  const date = subject?.lesson?.date ?? null;
  if (!first || date === null) return [];
  const recorded = await entriesOf(db, studioId)
    .where('lesson_id', 'in', await partsOf(db, studioId, seriesId))
    .where('type', '=', 'AttendanceRecorded')
    .where('lesson_date', '=', date)
    .execute();
  return recorded.filter((entry) => inOrder(first, entry) < 0);
};

const inOrder = (a: EntryRow, b: EntryRow): number =>
  compare(a.recorded_at, b.recorded_at) || compare(a.stream, b.stream) || a.revision - b.revision;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The history of a lesson, its split parts and their single dates, oldest first. That of a single date begins with what happened to its series
 * before, and has what happened to it through its series.
 */
export const lessonHistory = async (db: Kysely<HistoryDb>, studioId: string, lessonId: string): Promise<EntryRow[]> => {
  const parts = await partsOf(db, studioId, lessonId);
  const own = await entriesOf(db, studioId)
    .where((where) =>
      where.or([
        where('lesson_id', 'in', parts),
        where.and([where('series_id', 'in', parts), where('through', 'is', null)]),
      ]),
    )
    .execute();
  // A date can belong to another series by now.
  const seriesId = own[0]?.series_id ?? (await seriesOf(db, studioId, lessonId));
  if (seriesId === null) return own;
  const before = await beforeOwnDate(db, studioId, { seriesId, first: own[0] });
  const later = [
    ...own,
    ...(await plansOf(db, studioId, own)),
    ...(await attendanceOf(db, studioId, { lessonId, seriesId, first: own[0] })),
  ];
  return [...before, ...later.toSorted(inOrder)];
};

/** The streams a batch wrote to, including those written by reactors, each with the ids under which its events there are recorded. */
export const batchStreams = async (
  db: Kysely<HistoryDb>,
  studioId: string,
  batchId: string,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const inStudio = db.selectFrom('batches').where('studio_id', '=', studioId);
  const correlated = inStudio.where('batch_id', '=', batchId).where('apart', '=', false).select('correlation_id');
  const rows = await inStudio
    .select(['stream', 'batch_id'])
    .where((where) =>
      where.or([
        where('batch_id', '=', batchId),
        where.and([where('apart', '=', true), where('correlation_id', 'in', correlated)]),
      ]),
    )
    .orderBy('stream')
    .execute();
  const streams = Map.groupBy(rows, ({ stream }) => stream);
  return new Map([...streams].map(([stream, own]) => [stream, own.map((row) => row.batch_id)]));
};

/** Of these batches the undos, each with the batch that it undoes. */
export const undosAmong = async (
  db: Kysely<HistoryDb>,
  studioId: string,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (batchIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('batches')
    .select(['batch_id', 'undoes'])
    .where('studio_id', '=', studioId)
    .where('batch_id', 'in', batchIds)
    .execute();
  return new Map(rows.flatMap(({ batch_id: id, undoes }) => (undoes === null ? [] : [[id, undoes] as const])));
};

/** When each of these lessons was cancelled, and when it was to be then; oldest cancellation first. */
export const cancellationsOf = async (
  db: Kysely<HistoryDb>,
  studioId: string,
  lessonIds: readonly string[],
): Promise<Pick<EntryRow, 'lesson_id' | 'recorded_at' | 'actor' | 'lesson_date' | 'lesson_start'>[]> =>
  lessonIds.length === 0
    ? []
    : db
        .selectFrom('entries')
        .select(['lesson_id', 'recorded_at', 'actor', 'lesson_date', 'lesson_start'])
        .where('studio_id', '=', studioId)
        .where('lesson_id', 'in', [...lessonIds])
        .where('type', '=', 'LessonCancelled')
        .orderBy('recorded_at')
        .execute();

/** When the first and the last event on some lessons and their dates was recorded after an instant. */
export type Touched = { readonly first: string; readonly last: string };

/** A student's lesson, and from when on events on it count. */
type LessonSince = { readonly studentId: string; readonly lessonId: string; readonly since: string };

const asRows = (lessons: readonly LessonSince[]) =>
  sql<{ student: string; lesson: string; since: string }>`(select * from unnest(
    ${lessons.map(({ studentId }) => studentId)}::text[],
    ${lessons.map(({ lessonId }) => lessonId)}::text[],
    ${lessons.map(({ since }) => since)}::timestamptz[]
  ) as own (student, lesson, since))`.as('own');

/** The same for each student. */
export const lessonsTouched = async (
  db: Kysely<HistoryDb>,
  studioId: string,
  lessons: readonly LessonSince[],
): Promise<ReadonlyMap<string, Touched>> => {
  const own = asRows(lessons);
  const found = (['entries.lesson_id', 'entries.series_id'] as const).map((column) =>
    db
      .selectFrom(own)
      .innerJoin('entries', (join) =>
        join.onRef(column, '=', 'own.lesson').onRef('entries.recorded_at', '>', 'own.since'),
      )
      .where('entries.studio_id', '=', studioId)
      .groupBy('own.student')
      .select(({ fn }) => [
        'own.student',
        fn.min('entries.recorded_at').as('first'),
        fn.max('entries.recorded_at').as('last'),
      ])
      .execute(),
  );
  const touched = new Map<string, Touched>();
  for (const { student, first, last } of (await Promise.all(found)).flat()) {
    const known = touched.get(student) ?? { first, last };
    touched.set(student, {
      first: first < known.first ? first : known.first,
      last: last > known.last ? last : known.last,
    });
  }
  return touched;
};

/** The batches with events on some lessons and their dates, and when they were, by student. Attendance changes no lesson. */
export const batchesTouching = async (
  db: Kysely<HistoryDb>,
  studioId: string,
  lessons: readonly LessonSince[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> => {
  const found = (['entries.lesson_id', 'entries.series_id'] as const).map((column) =>
    db
      .selectFrom(asRows(lessons))
      .innerJoin('entries', (join) =>
        join.onRef(column, '=', 'own.lesson').onRef('entries.recorded_at', '>', 'own.since'),
      )
      .where('entries.studio_id', '=', studioId)
      .where('entries.type', '<>', 'AttendanceRecorded')
      .groupBy(['own.student', 'entries.batch_id'])
      .select(({ fn }) => ['own.student', 'entries.batch_id', fn.max('entries.recorded_at').as('last')])
      .execute(),
  );
  const rows = (await Promise.all(found)).flat();
  return new Map(
    [...Map.groupBy(rows, ({ student }) => student)].map(([student, own]) => [
      student,
      new Map(own.map((row) => [row.batch_id, row.last])),
    ]),
  );
};
