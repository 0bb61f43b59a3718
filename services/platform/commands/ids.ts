import { createHash, randomUUID } from 'node:crypto';
import { v5 } from 'uuid';

/** A request's command id: the same key on the same route of the same studio gives the same id; without a key each is new. */
export const commandIdOf = (studioId: string, route: string, idempotencyKey: string | undefined): string =>
  idempotencyKey === undefined ? randomUUID() : v5(`${route} ${idempotencyKey}`, studioId);

/** An id derived from another: the same reason gives the same id. `from` is a UUID. */
export const derivedId = (from: string, reason: string): string => v5(reason, from);

/** A short hash of a command's input, independent of key order. */
export const inputHashOf = (input: unknown): string =>
  createHash('sha256').update(canonicalJson(input)).digest('base64url').slice(0, 22);

const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? 'null';
