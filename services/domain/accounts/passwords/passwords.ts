import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Unavailable } from '../../../platform/kit/errors.ts';
import { boundedQueue } from '../../../platform/kit/bounded-queue.ts';

// OWASP's Password Storage Cheat Sheet: Argon2id with 19 MiB, 2 passes, 1 lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Node's thread pool has four threads, also used for files, DNS and compression: passwords take half of it. */
const inTurn = boundedQueue({
  atOnce: 2,
  waiting: 100,
  full: () => new Unavailable('Too many people are signing in right now. Please try again in a moment.'),
});
const deriveNow = promisify(argon2);
const derive = (...parameters: Parameters<typeof deriveNow>): Promise<Buffer> => inTurn(() => deriveNow(...parameters));

const encode = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** Hashes a password into a PHC string, `$argon2id$v=19$m=...,t=...,p=...$salt$hash`. @throws Unavailable when too many are already queued */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { ...cost, message: password, nonce });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(tag)}`;
};

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * True when the password matches this PHC string. Strings of other formats never match.
 * @throws Unavailable when too many are already queued
 */
export const verifyPassword = async (password: string, stored: string): Promise<boolean> => {
  const [, memory, passes, parallelism, salt, hash] = phc.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) return false;
  const expected = Buffer.from(hash, 'base64');
  const tag = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(tag, expected);
};
