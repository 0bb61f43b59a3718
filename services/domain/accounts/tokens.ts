import { createHash, randomBytes } from 'node:crypto';

/** The secret part of a link that is mailed: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** As it is stored: unlike a password, so many random bits need no salt and no slow hash. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');
