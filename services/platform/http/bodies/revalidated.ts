import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import { Answer, type Sending } from '../answer.ts';
import type { PastMoment } from '../../models/moments/as-of.ts';
import type { KeptAnswer, KeptAnswers } from '../../models/moments/kept-answers.ts';
import { jsonInSteps } from './json-in-steps.ts';

/**
 * A list that a browser may cache but must revalidate before it uses it again: sent with a strong ETag, or not at all when the caller has it
 * already. It is computed and written once for each state that it is about, and cached as it is sent.
 */
export class Revalidated<List> extends Answer {
  readonly list: () => Promise<List>;
  readonly #subject: string;
  readonly #answers: KeptAnswers;

  /** @param subject what the answer is about, beyond its content */
  constructor(list: () => Promise<List>, subject: string, answers: KeptAnswers) {
    super();
    this.list = list;
    this.#subject = subject;
    this.#answers = answers;
  }

  /** Answers 304 when the caller has the same content. Express would not for `fetch`, which adds `Cache-Control: no-cache` to an If-None-Match. */
  override async send({ endpoint, request, response, inTurn }: Sending): Promise<void> {
    const key = `${this.#subject}\n${request.originalUrl}`;
    const jsonOf = (list: List) => jsonInSteps(endpoint.response, list);
    const { tag, body, isCompressed } = this.#answers.find(key) ?? (await inTurn(() => this.#make(key, jsonOf)));
    response.set('Cache-Control', 'private, no-cache').set('ETag', tag);
    if (namesTag(request.get('if-none-match'), tag)) return void response.status(304).end();
    response.type('json');
    if (!isCompressed) response.send(body);
    else if (request.acceptsEncodings('gzip') !== 'gzip') response.send(await promisify(gunzip)(body));
    else response.set('Content-Encoding', 'gzip').send(body);
  }

  async #make(key: string, jsonOf: (list: List) => Promise<readonly string[]>): Promise<KeptAnswer> {
    const pieces = await jsonOf(await this.list());
    const pause = pauses();
    const hash = createHash('sha256').update(`${this.#subject}\n`);
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
  ifNoneMatch?.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, ''))) ?? false;
