import { createHash } from 'node:crypto';
import { PostgresDialect, type PostgresCursor, type PostgresPool, type PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/** The most statements a process names; further ones run unnamed, so that connections do not fill up with plans. */
const maxNames = 500;

/**
 * Kysely over a pool whose statements are named by their text: PostgreSQL then parses and plans each one once per connection instead of on
 * every run. Planning accounts for most of the time of a projection's single wide statement.
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
        // Definitions and transaction commands have no values; several in one text cannot be prepared.
        if (values.length === 0) return client.query(text);
        return client.query({ ...nameOf(text), text, values: [...values] });
      }
      return { query, release: (destroy?: boolean) => client.release(destroy) };
    },
    end: () => pool.end(),
  };
  return new PostgresDialect({ pool: prepared });
};
