import pg from 'pg';
import { watchedClients } from './watched-client.ts';

/**
 * PostgreSQL's text of a timestamptz under TimeZone UTC as ISO 8601, always with six digits of a second so that texts compare like times. A Date
 * would lose the microseconds.
 */
const asIso = (text: string): string => {
  // As nearly all are: `2026-11-23 15:00:00.123456+00`.
  if (text.length === 29 && text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, 26)}Z`;
  const [seconds = '', fraction = ''] = text.replace(' ', 'T').replace(/\+00$/, '').split('.');
  return `${seconds}.${fraction.padEnd(6, '0')}Z`;
};

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.TIMESTAMPTZ ? asIso : pg.types.getTypeParser(oid, format)),
};

/** How long a connection may take to come about, or to become free. */
const connectMilliseconds = 10_000;

/** A pool whose timestamps read as ISO text in UTC. */
export const connectionPool = (options: {
  connectionString: string;
  max: number;
  name: string;
  /** A commit need not wait for the disk: for rows that come again from the log when the machine fails. */
  asynchronousCommit?: boolean;
  /**
   * Plans that go by indexes even where a table looks empty: for statements that look rows up by their keys while the table grows from nothing to
   * a million rows under a plan that is kept.
   */
  byIndexes?: boolean;
  /** After this long without a word from the server a connection in use is broken, in milliseconds; waits for ever when absent. */
  answersWithin?: number;
}): pg.Pool => {
  const watched = options.answersWithin === undefined ? undefined : watchedClients(options.answersWithin);
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.max,
    application_name: options.name,
    types,
    options: [
      '-c TimeZone=UTC',
      ...(options.asynchronousCommit === true ? ['-c synchronous_commit=off'] : []),
      ...(options.byIndexes === true
        ? ['-c enable_seqscan=off', '-c enable_hashjoin=off', '-c enable_mergejoin=off']
        : []),
    ].join(' '),
    idleTimeoutMillis: 30_000,
    ...(watched && { connectionTimeoutMillis: connectMilliseconds, Client: watched.Client }),
  });
  watched?.watch(pool);
  // An idle connection that the server ends must not end the process; the next query opens another.
  pool.on('error', () => undefined);
  // Nor must one that is in somebody's hands but has no query under way; the next query on it fails and says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
