import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { z } from 'zod';
import { sendProblem } from './problem.ts';

const named = z.object({ email: z.string() });

/**
 * Slows down guessing, per place: 10 failures within 15 minutes for one e-mail address, and 100 for all of them, then 429. Only failures
 * count: a wrong password (401), an address already taken (409).
 */
export const limitFailures = (): RequestHandler[] => [limited(100, () => ''), limited(10, emailOf)];

const emailOf = (body: unknown): string => {
  const read = named.safeParse(body);
  return read.success ? read.data.email.trim().toLowerCase() : '';
};

const limited = (limit: number, what: (body: unknown) => string): RequestHandler =>
  rateLimit({
    windowMs: 15 * 60 * 1000,
    limit,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_request, response) => response.statusCode !== 401 && response.statusCode !== 409,
    keyGenerator: (request) => {
      const place = ipKeyGenerator(request.ip ?? 'unknown');
      return createHash('sha256')
        .update(`${request.path} ${place} ${what(request.body)}`)
        .digest('base64url');
    },
    handler: (request, response) =>
      sendProblem(request, response, {
        status: 429,
        detail: 'Too many attempts. Please wait a few minutes and try again.',
      }),
  });
