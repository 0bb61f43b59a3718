import { sql, type Kysely } from 'kysely';
import type { ZodType } from 'zod';
import { countLookups, instant } from './counting.ts';
import type { AnswerCache, MapsCacheTables } from './schema.ts';

type Studio = { readonly db: Kysely<MapsCacheTables>; readonly studioId: string; readonly now: () => number };

type Question<Answer> = {
  readonly cache: AnswerCache;
  readonly lookup: string;
  readonly shape: ZodType<Answer>;
  /** Milliseconds. */
  readonly lifetime: number;
  readonly ask: () => Promise<Answer>;
};

/**
 * Answers from the studio's cache, else from whoever is asked, whose answer is kept. An answer of another shape (an older
 * version's) is asked for anew. What fails is neither kept nor counted.
 */
export const answersOf =
  ({ db, studioId, now }: Studio) =>
  async <Answer>({ cache, lookup, shape, lifetime, ask }: Question<Answer>): Promise<Answer> => {
    const row = await db
      .selectFrom('maps.answers')
      .select('answer')
      .where('studio_id', '=', studioId)
      .where('cache', '=', cache)
      .where('lookup', '=', lookup)
      .where('expires_at', '>', instant(now()))
      .executeTakeFirst();
    const kept = shape.safeParse(row?.answer);
    if (kept.success) {
      await countLookups(studioId, cache, { hits: 1, misses: 0 }).execute(db);
      return kept.data;
    }
    const answer = await ask();
    await sql`
      with counted as (${countLookups(studioId, cache, { hits: 0, misses: 1 })})
      insert into maps.answers (studio_id, cache, lookup, answer, expires_at)
      values (${studioId}, ${cache}, ${lookup}, ${JSON.stringify(answer)}::jsonb, ${instant(now() + lifetime)})
      on conflict (studio_id, cache, lookup) do update set answer = excluded.answer, expires_at = excluded.expires_at`.execute(
      db,
    );
    return answer;
  };
