import { BoundedMap } from '@rondo/projections/kit/bounded-map.ts';
import { chunksOf } from '@rondo/projections/kit/chunks.ts';
import { sql, type Kysely } from 'kysely';
import type { ZodType } from 'zod';
import { MapsFailure } from '../failure.ts';
import { countMisses, type HitCounts } from './figures.ts';
import { instant, type AnswerCache, type MapsCacheTables } from './schema.ts';

type Studio = {
  readonly db: Kysely<MapsCacheTables>;
  readonly studioId: string;
  readonly now: () => number;
  readonly hits: HitCounts;
};

type Kind<Answer> = {
  readonly cache: AnswerCache;
  readonly shape: ZodType<Answer>;
  /** Milliseconds. */
  readonly lifetime: number;
};

/** The answers by lookup, and why some are missing; null if none is. */
type Answers<Answer> = { readonly answers: ReadonlyMap<string, Answer>; readonly failure: MapsFailure | null };

type Question<Answer> = { readonly lookup: string; readonly ask: () => Promise<Answer> };

/** The most questions sent to the maps service at once. */
const askedAtOnce = 8;

/**
 * Answers from the studio's cache, else from the provider, and caches its answers: one read and, when something was missing, one write,
 * for any number of questions. A cached answer of another shape (from an older version) is requested again. Failures are neither cached nor counted.
 */
export const answersOf = ({ db, studioId, now, hits }: Studio) => {
  const freshAnswers = async <Answer>({ cache, shape }: Kind<Answer>, lookups: readonly string[]) => {
    const rows = await db
      .selectFrom('maps.answers')
      .select(['lookup', 'answer'])
      .where('studio_id', '=', studioId)
      .where('cache', '=', cache)
      .where('lookup', '=', sql<string>`any(${lookups}::uuid[])`)
      .where('expires_at', '>', instant(now()))
      .execute();
    return new Map(
      rows.flatMap(({ lookup, answer }): [string, Answer][] => {
        const parsed = shape.safeParse(answer);
        return parsed.success ? [[lookup, parsed.data]] : [];
      }),
    );
  };

  const save = async <Answer>({ cache, lifetime }: Kind<Answer>, answers: ReadonlyMap<string, Answer>) => {
    await sql`
      with counted as (${countMisses(studioId, { cache, misses: answers.size, now: now() })})
      insert into maps.answers (studio_id, cache, lookup, answer, expires_at)
      select ${studioId}, ${cache}, lookup, answer::jsonb, ${instant(now() + lifetime)}
      from unnest(
        ${[...answers.keys()]}::uuid[],
        ${[...answers.values()].map((answer) => JSON.stringify(answer))}::text[]
      ) as given (lookup, answer)
      order by lookup
      on conflict (studio_id, cache, lookup) do update set answer = excluded.answer, expires_at = excluded.expires_at`.execute(
      db,
    );
  };

  /** Stops at the first failure of the maps service that concerns more than one question; what was answered before is not lost. */
  const ask = async <Answer>(questions: readonly Question<Answer>[]): Promise<Answers<Answer>> => {
    const answers = new Map<string, Answer>();
    let failure: MapsFailure | null = null;
    let isAway = false;
    for (const some of chunksOf(questions, askedAtOnce)) {
      if (isAway) break;
      const settled = await Promise.allSettled(
        some.map(async (question) => [question.lookup, await question.ask()] as const),
      );
      for (const one of settled) {
        if (one.status === 'fulfilled') answers.set(...one.value);
        else if (one.reason instanceof MapsFailure) {
          failure ??= one.reason;
          isAway ||= one.reason.pause > 0;
        } else throw one.reason;
      }
    }
    return { answers, failure };
  };

  return async <Answer>(kind: Kind<Answer>, questions: readonly Question<Answer>[]): Promise<Answers<Answer>> => {
    const distinct = new Map(questions.map((question) => [question.lookup, question]));
    if (distinct.size === 0) return { answers: new Map(), failure: null };
    const fresh = await freshAnswers(kind, [...distinct.keys()]);
    if (fresh.size > 0) hits.add(studioId, kind.cache, fresh.size);
    const missing = [...distinct.values()].filter(({ lookup }) => !fresh.has(lookup));
    if (missing.length === 0) return { answers: fresh, failure: null };
    const { answers, failure } = await ask(missing);
    if (answers.size > 0) await save(kind, answers);
    return { answers: new Map([...fresh, ...answers]), failure };
  };
};

/** Entries of all studios together. */
const mostPassing = 2000;

type PassingAnswer<Answer> = { readonly studioId: string; readonly answer: Answer; readonly until: number };

/** Answers that may not be stored: this process remembers them for a while. */
export const passingAnswers = <Answer>(lifetime: number, now: () => number) => {
  const entries = new BoundedMap<string, PassingAnswer<Answer>>(mostPassing);
  const keyOf = (studioId: string, lookup: string): string => `${studioId} ${lookup}`;
  const removeWhere = (isRemoved: (entry: PassingAnswer<Answer>) => boolean): number => {
    const removed = [...entries].filter(([, entry]) => isRemoved(entry));
    for (const [key] of removed) entries.delete(key);
    return removed.length;
  };
  return {
    find: (studioId: string, lookup: string): Answer | undefined => {
      const entry = entries.get(keyOf(studioId, lookup));
      return entry !== undefined && entry.until > now() ? entry.answer : undefined;
    },
    keep: (studioId: string, lookup: string, answer: Answer): void =>
      void entries.set(keyOf(studioId, lookup), { studioId, answer, until: now() + lifetime }),
    size: (studioId: string): number => [...entries.values()].filter((entry) => entry.studioId === studioId).length,
    clear: (studioId: string): number => removeWhere((entry) => entry.studioId === studioId),
    removeExpired: (studioId?: string): number =>
      removeWhere((entry) => entry.until <= now() && (studioId ?? entry.studioId) === entry.studioId),
  };
};
