import { createHash } from 'node:crypto';
import { PostgresDialect, type PostgresCursor, type PostgresPool, type PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/** Statements that a process names; what comes after them runs unnamed, so that no connection fills up with plans. */
const maxNames = 500;

/**
 * Kysely over a pool whose statements are named by their text: PostgreSQL then parses and plans each once a connection instead of at
 * every run, which for a projection's one wide statement is most of its time.
 */
export const preparedDialect = (pool: pg.Pool): PostgresDialect => {
  const names = new Map<string, string>();
  const nameOf = (text: string): { name?: string } => {
    const known = names.get(text);
    if (known !== undefined) return { name: known };
    if (names.size >= maxNames) return {};
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    names.set(text, name);
    return { name };
  };
  const prepared: PostgresPool = {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
      function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
      function query(text: unknown, values: readonly unknown[] = []): unknown {
        if (typeof text !== 'string') throw new Error('Rows are not streamed here.');
        // Definitions and transaction verbs have no values; several in one text cannot be prepared.
        if (values.length === 0) return client.query(text);
        return client.query({ ...nameOf(text), text, values: [...values] });
      }
      return { query, release: (destroy?: boolean) => client.release(destroy) };
    },
    end: () => pool.end(),
  };
  return new PostgresDialect({ pool: prepared });
};
