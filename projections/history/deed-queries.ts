import type { HistoryKind } from '@rondo/contracts/api/history/history-kinds.ts';
import { nameWords } from '@rondo/contracts/people/name-words.ts';
import { sql, type Kysely, type SqlBool } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import { subjectsNamed } from './deed-sentences.ts';
import type { deedsTable } from './deeds-table.ts';
import { lessonHistory, type HistoryDb } from './queries.ts';

export type DeedRow = RowOf<typeof deedsTable>;

/** What a page of the history shows. */
export type DeedFilter = {
  /** After this entry in the list, which is newest first. */
  readonly after: { readonly at: string; readonly batchId: string } | null;
  readonly until: string | null;
  readonly limit: number;
  /** As in `subjects`: all of them. */
  readonly subjects: readonly string[];
  readonly lessonId: string | null;
  readonly kind: HistoryKind | null;
  readonly text: string | null;
  readonly actor: string | null;
};

const escaped = (word: string): string => word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** The batches that concern someone whose name contains a word, found for all at once: a word may be in ten thousand names. */
const concerningNamed = (db: Kysely<HistoryDb>, studioId: string, word: string) =>
  db
    .selectFrom('deeds as concerning')
    .innerJoinLateral(
      sql<{ id: string }>`jsonb_array_elements_text(concerning.subjects)`.as<'one'>(sql`one(id)`),
      (join) => join.onTrue(),
    )
    .innerJoin('subjects', 'subjects.subject', 'one.id')
    .select('concerning.batch_id')
    .where('concerning.studio_id', '=', studioId)
    .where('subjects.studio_id', '=', studioId)
    .where('subjects.words', 'like', `%${escaped(word)}%`);

/** The batches that match, newest first; without those that do nothing of their own, such as the report that belongs to a plan. */
export const listDeeds = async (
  db: Kysely<HistoryDb>,
  studioId: string,
  { after, until, limit, subjects, lessonId, kind, text, actor }: DeedFilter,
): Promise<DeedRow[]> => {
  let query = db
    .selectFrom('deeds')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where((where) => where.or([where('words', '<>', ''), where('undoes', 'is not', null)]))
    .orderBy('last_at', 'desc')
    .orderBy('batch_id', 'desc')
    .limit(limit);
  if (after)
    query = query.where((where) =>
      where.or([
        where('last_at', '<', after.at),
        where.and([where('last_at', '=', after.at), where('batch_id', '<', after.batchId)]),
      ]),
    );
  if (until !== null) query = query.where('last_at', '<=', until);
  if (actor !== null) query = query.where('actor', '=', actor).where('calendar_of', 'is', null);
  if (kind !== null) query = query.where(sql<SqlBool>`kinds @> ${JSON.stringify([kind])}::jsonb`);
  if (subjects.length > 0) query = query.where(sql<SqlBool>`subjects @> ${JSON.stringify(subjects)}::jsonb`);
  if (lessonId !== null) {
    const batches = [...new Set((await lessonHistory(db, studioId, lessonId)).map((entry) => entry.batch_id))];
    if (batches.length === 0) return [];
    query = query.where('batch_id', 'in', batches);
  }
  const terms = text === null ? [] : nameWords(text);
  // Only signs: nothing has them.
  if (text !== null && text !== '' && terms.length === 0) return [];
  for (const word of terms)
    query = query.where((where) =>
      where.or([
        where('words', 'like', `%${escaped(word)}%`),
        where('batch_id', 'in', concerningNamed(db, studioId, word)),
      ]),
    );
  return query.execute();
};

/** One batch. */
export const findDeed = (db: Kysely<HistoryDb>, studioId: string, batchId: string): Promise<DeedRow | undefined> =>
  db
    .selectFrom('deeds')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where('batch_id', '=', batchId)
    .executeTakeFirst();

/** These batches, those that they undo, and those that undo them, as far as the chain goes. */
export const chainsOf = async (
  db: Kysely<HistoryDb>,
  studioId: string,
  rows: readonly DeedRow[],
): Promise<ReadonlyMap<string, DeedRow>> => {
  const known = new Map(rows.map((row) => [row.batch_id, row]));
  for (let newest = rows; newest.length > 0;) {
    const missing = [...new Set(newest.flatMap((row) => [row.undoes, row.undone_by]))].filter(
      (id) => id !== null && !known.has(id),
    );
    if (missing.length === 0) break;
    newest = await db
      .selectFrom('deeds')
      .selectAll()
      .where('studio_id', '=', studioId)
      .where('batch_id', 'in', missing)
      .execute();
    for (const row of newest) known.set(row.batch_id, row);
  }
  return known;
};

/** The names of what the texts of these batches name, by `student:ID`. */
export const namesIn = async (
  db: Kysely<HistoryDb>,
  studioId: string,
  rows: Iterable<DeedRow>,
): Promise<ReadonlyMap<string, string>> => {
  const named = new Set<string>();
  for (const row of rows) {
    for (const subject of subjectsNamed(row)) named.add(subject);
    if (row.calendar_of !== null) named.add(`teacher:${row.calendar_of}`);
  }
  if (named.size === 0) return new Map();
  const found = await db
    .selectFrom('subjects')
    .select(['subject', 'name', 'last_name'])
    .where('studio_id', '=', studioId)
    .where('subject', 'in', [...named])
    .execute();
  return new Map(found.map(({ subject, name, last_name: last }) => [subject, `${name} ${last}`.trim()]));
};
