import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/** Where a request comes from: an IPv4 address, or the network of an IPv6 one. `TRUST_PROXY` says whose X-Forwarded-For is trusted. */
export const placeOf = (request: Request): string => ipKeyGenerator(request.ip ?? 'unknown');

/** A place as it is stored: a hash that includes the account, enough to recognize it. */
export const placeHash = (userId: string, place: string): string =>
  createHash('sha256').update(`${userId} ${place}`).digest('base64url');
