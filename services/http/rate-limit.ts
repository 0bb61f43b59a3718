import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { z } from 'zod';
import { sendProblem } from './problem.ts';

const named = z.object({ email: z.string() });

/**
 * Slows down guessing: 10 failures within 15 minutes for one address from one place, then 429. Only failures count: a wrong
 * password (401), an address already taken (409).
 */
export const limitFailures = (): RequestHandler =>
  rateLimit({
    windowMs: 15 * 60 * 1000,
    limit: 10,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_request, response) => response.statusCode !== 401 && response.statusCode !== 409,
    keyGenerator: (request) => {
      const body = named.safeParse(request.body);
      const email = body.success ? body.data.email.trim().toLowerCase() : '';
      const place = ipKeyGenerator(request.ip ?? 'unknown');
      return createHash('sha256').update(`${request.path} ${place} ${email}`).digest('base64url');
    },
    handler: (request, response) =>
      sendProblem(request, response, {
        status: 429,
        detail: 'Too many attempts. Please wait a few minutes and try again.',
      }),
  });
