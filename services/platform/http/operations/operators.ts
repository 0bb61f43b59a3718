import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { isLoopback, isOwnHost } from '../../kit/own-host.ts';

export type OperatorSettings = {
  /** What an operator's programs send as `Authorization: Bearer ...`. */
  readonly token: string | undefined;
  readonly publicUrl: string | undefined;
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether a request may read what only operators see: by the token, or, on a server that is not published, from the machine itself. Where it is
 * published, a proxy on the machine might not say who asks.
 */
export const isOperator = ({ token, publicUrl }: OperatorSettings) => {
  const isPublished = publicUrl !== undefined && !isOwnHost(new URL(publicUrl).hostname);
  const expected = token === undefined ? null : digest(`Bearer ${token}`);
  return (request: Request): boolean => {
    const given = request.get('authorization');
    if (expected !== null && given !== undefined && timingSafeEqual(digest(given), expected)) return true;
    return !isPublished && isLoopback(request.ip ?? '');
  };
};
