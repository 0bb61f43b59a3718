import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import pgSession from 'connect-pg-simple';
import session from 'express-session';
import type pg from 'pg';
import type { Actor, Sight } from './actor.ts';
import { deviceOf } from './device.ts';
import { placeHash, placeOf } from './place.ts';

const day = 24 * 60 * 60 * 1000;
const accountSession = 30 * day;
const guestSession = day;

/** Where the public address is https, browsers take the cookie from no other host and over no other scheme. */
export const sessionCookie = (secure: boolean): string => `${secure ? '__Host-' : ''}rondo.sid`;

/** Sessions that begin: only these add a row. */
const beginning = new WeakSet<object>();

/** Lets a session be added by its next save. */
const begins = (one: object): void => void beginning.add(one);

/**
 * Sessions in PostgreSQL. A save changes an existing session only: one that was ended while a request of it was under way stays ended, which the
 * library would add again.
 */
const sessionStore = (pool: pg.Pool): session.Store => {
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

type SessionOptions = {
  readonly pool: pg.Pool;
  readonly secret: string;
  /** Whether the public address is https. */
  readonly secure: boolean;
  /** Days after its beginning at which a session ends, however it is used. */
  readonly longestDays: number;
};

/** A session's last use is known to this many milliseconds. */
const sightEvery = 10 * 60 * 1000;

/** Sessions in PostgreSQL (`sid, sess, expire`), named by an HttpOnly cookie. */
export const sessions = ({ pool, secret, secure, longestDays }: SessionOptions): RequestHandler => {
  const maxAge = Math.min(accountSession, longestDays * day);
  const handler = session({
    store: sessionStore(pool),
    name: sessionCookie(secure),
    secret,
    resave: false,
    saveUninitialized: false,
    proxy: secure,
    cookie: { httpOnly: true, sameSite: 'lax', secure, maxAge, path: '/' },
  });
  if (!secure) return handler;
  return (request, response, next) => {
    // The library sends no secure cookie unless a proxy says that it was asked over https, which not every proxy does.
    request.headers['x-forwarded-proto'] = 'https';
    handler(request, response, next);
  };
};

/** True if the request names a session, which may have ended. */
export const hasSession = (request: Request): boolean =>
  request.get('cookie')?.includes(`${sessionCookie(false)}=`) === true;

const sightOf = (request: Request, { userId }: Actor): Sight => {
  const { name, kind } = deviceOf(request.get('user-agent'));
  return { at: Date.now(), device: name, kind, place: placeHash(userId, placeOf(request)) };
};

/** Ends a session whose sign-in was too long ago, however it is used; the request goes on without one. */
export const endOldSession =
  (longestDays: number): RequestHandler =>
  (request, _response, next) => {
    const { actor, signedInAt } = request.session;
    if (actor && signedInAt !== undefined && Date.now() >= signedInAt + longestDays * day)
      request.session.regenerate(next);
    else next();
  };

/**
 * Notes when and where an active session was used last, and extends its expiry, at most to its end; not with every request, because it is a
 * write.
 */
export const keepAlive =
  (longestDays: number): RequestHandler =>
  (request, _response, next) => {
    const { actor, seen } = request.session;
    if (actor && (seen === undefined || Date.now() - seen.at > sightEvery)) {
      // One from before sign-ins were noted counts from the last use that was.
      const signedInAt = (request.session.signedInAt ??= seen?.at ?? Date.now());
      request.session.seen = sightOf(request, actor);
      request.session.touch();
      const { cookie } = request.session;
      cookie.maxAge = Math.min(cookie.maxAge ?? accountSession, signedInAt + longestDays * day - Date.now());
    }
    next();
  };

/** Starts a new session on sign-in, with a new id to prevent session fixation. */
export const beginSession = async (request: Request, actor: Actor): Promise<void> => {
  await new Promise<void>((resolve, reject) =>
    request.session.regenerate((error: unknown) => (error ? reject(error) : resolve())),
  );
  request.session.actor = actor;
  request.session.seen = sightOf(request, actor);
  request.session.signedInAt = request.session.seen.at;
  if (actor.isGuest) request.session.cookie.maxAge = guestSession;
  begins(request.session);
  await new Promise<void>((resolve, reject) =>
    request.session.save((error: unknown) => (error ? reject(error) : resolve())),
  );
};

export const endSession = (request: Request): Promise<void> =>
  new Promise((resolve, reject) => request.session.destroy((error: unknown) => (error ? reject(error) : resolve())));

/**
 * Ends the session and removes its cookie and what the browser has cached. Not the site's other data: its cookies are those of the whole domain, and
 * its storage has settings of the browser.
 */
export const leave = async (request: Request, response: Response): Promise<void> => {
  const secure = request.session.cookie.secure === true;
  await endSession(request);
  response.set('Clear-Site-Data', '"cache"');
  response.clearCookie(sessionCookie(secure), { path: '/', secure });
};

/** The key that signs cookies: the configured one, else one generated once and stored where only we can read it. */
export const sessionSecret = async (configured: string | undefined, dataDir: string): Promise<string> => {
  if (configured !== undefined) return configured;
  const file = path.join(dataDir, 'session-secret');
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const secret = await readFile(file, 'utf8');
  if (secret.length < 16) throw new Error(`${file} contains no session secret; delete it and start again.`);
  return secret;
};
