import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import type { InTurn } from '../expensive-turns.ts';
import type { PastMoment } from '../../models/moments/as-of.ts';
import type { KeptAnswer, KeptAnswers } from '../../models/moments/kept-answers.ts';

/**
 * A list that a browser may cache but must revalidate before it uses it again: sent with a strong ETag, or not at all when the caller has it
 * already. It is computed and written once for each state that it is about, and cached as it is sent.
 */
export class Revalidated<List> {
  readonly list: () => Promise<List>;
  readonly #of: string;
  readonly #answers: KeptAnswers;

  /** @param of what the answer is about, beyond its content */
  constructor(list: () => Promise<List>, of: string, answers: KeptAnswers) {
    this.list = list;
    this.#of = of;
    this.#answers = answers;
  }

  /**
   * The answer as it is sent.
   * @param address what was asked
   * @param inTurn computes it, unless it is cached
   */
  async sent(address: string, jsonOf: (list: List) => Promise<readonly string[]>, inTurn: InTurn): Promise<KeptAnswer> {
    const key = `${this.#of}\n${address}`;
    const known = this.#answers.find(key);
    return known ?? inTurn(() => this.#made(key, jsonOf));
  }

  async #made(key: string, jsonOf: (list: List) => Promise<readonly string[]>): Promise<KeptAnswer> {
    const pieces = await jsonOf(await this.list());
    const pause = pauses();
    const hash = createHash('sha256').update(`${this.#of}\n`);
    for (const piece of pieces) {
      hash.update(piece);
      await pause();
    }
    const isCompressed = pieces.reduce((sum, { length }) => sum + length, 0) > worthCompressing;
    const body = isCompressed ? await zipped(pieces) : Buffer.from(pieces.join(''));
    const answer = { tag: `"${hash.digest('base64url').slice(0, 27)}"`, isCompressed, body };
    await this.#answers.keep(key, answer);
    return answer;
  }
}

/** Compresses a text of many pieces, one after the other. */
const zipped = async (pieces: readonly string[]): Promise<Buffer> => buffer(Readable.from(pieces).pipe(createGzip()));

const worthCompressing = 1024;

/** The answer's JSON for a caller that does not take compressed ones. */
export const uncompressed = async ({ body, isCompressed }: KeptAnswer): Promise<Buffer> =>
  isCompressed ? promisify(gunzip)(body) : body;

/**
 * A list as a studio had it at a moment of the past.
 * @param models whose rows it is computed from
 */
export const asThen = async <List>(
  { moment }: PastMoment,
  models: readonly ReadModel[],
  list: () => Promise<List>,
): Promise<Revalidated<List>> => {
  const { studioId, answers } = moment;
  const positions = await Promise.all(models.map(async (model) => (await moment.of(model)).position));
  return new Revalidated(list, `${studioId} ${positions.join(' ')}`, answers);
};

/** Whether an If-None-Match names a tag. */
export const namesTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(',').some((given) => ['*', tag].includes(given.trim().replace(/^W\//, ''))) ?? false;
