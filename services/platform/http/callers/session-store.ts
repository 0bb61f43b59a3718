import pgSession from 'connect-pg-simple';
import session from 'express-session';
import type pg from 'pg';

/** Sessions that begin: only these add a row. */
const beginning = new WeakSet<object>();

/** Lets a session be added by its next save. */
export const begins = (one: object): void => void beginning.add(one);

/**
 * Sessions in PostgreSQL. A save changes an existing session only: one that was ended while a request of it was under way stays ended, which the
 * library would add again.
 */
export const sessionStore = (pool: pg.Pool): session.Store => {
  const Base = pgSession(session);
  class Sessions extends Base {
    override set(sid: string, one: session.SessionData, done: (error?: unknown) => void = () => undefined): void {
      if (beginning.delete(one)) return super.set(sid, one, done);
      const { expires } = one.cookie;
      pool
        .query('update accounts.sessions set sess = $1, expire = coalesce($2, expire) where sid = $3', [
          JSON.stringify(one),
          expires ?? null,
          sid,
        ])
        .then(() => done(), done);
    }
  }
  return new Sessions({
    pool,
    schemaName: 'accounts',
    tableName: 'sessions',
    createTableIfMissing: false,
    // A write per request would cost a commit each; `keepAlive` writes every ten minutes instead.
    disableTouch: true,
    pruneSessionInterval: false,
  });
};
