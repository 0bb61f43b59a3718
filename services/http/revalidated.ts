import { createHash } from 'node:crypto';
import type { Then } from '../moments/as-of.ts';

/**
 * An answer that a browser may cache but must revalidate before it uses it again: sent with a strong ETag, or not at all when the caller has it
 * already.
 */
export class Revalidated<Body> {
  readonly body: Body;
  readonly #of: string;

  /** @param of what the answer is about, beyond its content */
  constructor(body: Body, of: string) {
    this.body = body;
    this.#of = of;
  }

  /** The ETag of the answer as it is sent. */
  tagOf(text: string): string {
    return `"${createHash('sha256').update(`${this.#of}\n${text}`).digest('base64url').slice(0, 27)}"`;
  }
}

/** A list as a studio had it at a moment of the past. */
export const asThen = <List>(studioId: string, { position, list }: Then<List>): Revalidated<List> =>
  new Revalidated(list, `${studioId} ${position}`);

/** Whether an If-None-Match names a tag. */
export const namesTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(',').some((given) => ['*', tag].includes(given.trim().replace(/^W\//, ''))) ?? false;
