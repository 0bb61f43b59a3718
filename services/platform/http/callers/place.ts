import { createHash } from 'node:crypto';
import type { PlaceLimit } from '@rondo/contracts/api/endpoint.ts';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import ipaddr from 'ipaddr.js';
import { limitMet, TooMany } from '../../kit/errors.ts';

/** Where a request comes from: an IPv4 address, or the network of an IPv6 one. `TRUST_PROXY` says whose X-Forwarded-For is trusted. */
export const placeOf = (request: Request): string => ipKeyGenerator(request.ip ?? 'unknown');

/** The network that a request comes from, for logs: the first 24 bits of an IPv4 address, the first 56 of an IPv6 one. */
export const networkOf = (request: Request): string => {
  const { ip = '' } = request;
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  const bits = address instanceof ipaddr.IPv4 ? 24 : 56;
  const network = address instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${network.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
};

/** A place as it is stored: a hash that includes the account, enough to recognize it. */
export const placeHash = (userId: string, place: string): string =>
  createHash('sha256').update(`${userId} ${place}`).digest('base64url');

/** Rejects a call that one client address makes too often within 15 minutes. One counter per call, however its path is spelled. */
export const limitPlace = ({ perPlace, failuresOnly = false }: PlaceLimit): RequestHandler =>
  rateLimit({
    windowMs: 15 * 60 * 1000,
    limit: perPlace,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    skipSuccessfulRequests: failuresOnly,
    requestWasSuccessful: (_request, response) => response.statusCode !== 401,
    keyGenerator: placeOf,
    handler: (_request, _response, next) =>
      next(limitMet('calls of a place', new TooMany('Too many attempts. Please wait a few minutes and try again.'))),
  });
