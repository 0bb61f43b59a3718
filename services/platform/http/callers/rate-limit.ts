import type { PlaceLimit } from '@rondo/contracts/api/endpoint.ts';
import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { limitMet, TooMany } from '../../kit/errors.ts';
import { placeOf } from './place.ts';

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
