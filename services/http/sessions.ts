import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pgSession from 'connect-pg-simple';
import type { Request, RequestHandler } from 'express';
import session from 'express-session';
import type pg from 'pg';
import type { Actor } from './actor.ts';

const day = 24 * 60 * 60 * 1000;
const accountSession = 30 * day;
const guestSession = day;

/** Sessions in PostgreSQL (`sid, sess, expire`), named by an HttpOnly cookie. Secure only when the public address is https. */
export const sessions = (options: { pool: pg.Pool; secret: string; secure: boolean }): RequestHandler => {
  const Store = pgSession(session);
  const store = new Store({
    pool: options.pool,
    schemaName: 'accounts',
    tableName: 'sessions',
    createTableIfMissing: false,
    // A write per request would cost a commit each; `keepAlive` writes once a day instead.
    disableTouch: true,
    pruneSessionInterval: false,
  });
  return session({
    store,
    name: 'rondo.sid',
    secret: options.secret,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure: options.secure, maxAge: accountSession, path: '/' },
  });
};

/** Extends the expiry of an active session once a day. */
export const keepAlive: RequestHandler = (request, _response, next) => {
  const today = new Date().toISOString().slice(0, 10);
  if (request.session.actor && request.session.touchedOn !== today) {
    request.session.touchedOn = today;
    request.session.touch();
  }
  next();
};

/** Starts a new session on sign-in, with a new id to prevent session fixation. */
export const beginSession = async (request: Request, actor: Actor): Promise<void> => {
  await new Promise<void>((resolve, reject) =>
    request.session.regenerate((error: unknown) => (error ? reject(error) : resolve())),
  );
  request.session.actor = actor;
  if (actor.isGuest) request.session.cookie.maxAge = guestSession;
  await new Promise<void>((resolve, reject) =>
    request.session.save((error: unknown) => (error ? reject(error) : resolve())),
  );
};

export const endSession = (request: Request): Promise<void> =>
  new Promise((resolve, reject) => request.session.destroy((error: unknown) => (error ? reject(error) : resolve())));

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
