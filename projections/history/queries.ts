import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import type { batchesTable, entriesTable, knownTable } from './table.ts';

type EntryRow = RowOf<typeof entriesTable>;
export type HistoryDb = { entries: EntryRow; known: RowOf<typeof knownTable>; batches: RowOf<typeof batchesTable> };

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

/**
 * The history of a lesson, its split parts and their single dates, oldest first. That of a single date begins with what happened to its series
 * before.
 */
export const lessonHistory = async (db: Kysely<HistoryDb>, studioId: string, lessonId: string): Promise<EntryRow[]> => {
  const parts = await partsOf(db, studioId, lessonId);
  const own = await entriesOf(db, studioId)
    .where((where) => where.or([where('lesson_id', 'in', parts), where('series_id', 'in', parts)]))
    .execute();
  const seriesId = await seriesOf(db, studioId, lessonId);
  if (seriesId === null) return own;
  return [...(await beforeOwnDate(db, studioId, { seriesId, first: own[0] })), ...own];
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
