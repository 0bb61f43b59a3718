import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Endpoint, UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import type { Request, Response } from 'express';
import { longestAnswer, type StoredAnswer } from '../commands/command-keys.ts';
import type { Executed } from '../commands/command-handler.ts';
import { NotFound } from '../kit/errors.ts';
import type { Services } from '../kit/services.ts';
import { isLong, jsonInSteps } from './bodies/json-in-steps.ts';
import type { InTurn } from './expensive-turns.ts';
import type { Remember } from './keyed.ts';

/** What a command recorded: the batch that undoes it, and the position that the next reads wait for. */
type RecordedAt = Pick<StoredAnswer, 'batchId' | 'position'>;

/** Names what was recorded in the headers; the only place that does. */
export const nameRecorded = (response: Response, { batchId, position }: Partial<RecordedAt>): void => {
  if (typeof batchId === 'string') response.set('Rondo-Batch', batchId);
  if (typeof position === 'string') response.set('Rondo-Position', position);
};

/** What answers are sent with. */
export type Sending = {
  readonly endpoint: Endpoint;
  readonly request: Request;
  readonly response: Response;
  /** Null for a request without a key. */
  readonly remember: Remember | null;
  readonly inTurn: InTurn;
};

/** What a handler answers, unless it is a body alone. */
export abstract class Answer {
  abstract send(sending: Sending): Promise<void>;
}

/** The handler has sent the answer by itself, such as a file or an event stream. */
class Sent extends Answer {
  override send = async (): Promise<void> => undefined;
}
export const streamed = new Sent();

type Parts<Body> = RecordedAt & {
  readonly status: 200 | 202;
  /** The id alone, when there is no row to show yet. */
  readonly content: { readonly body: Body } | { readonly id: string };
};

/** A body, checked against the declaration so that no undeclared data is sent, and what the command recorded. */
export class Recorded<Body> extends Answer {
  readonly parts: Parts<Body>;
  constructor(parts: Parts<Body>) {
    super();
    this.parts = parts;
  }

  override async send({ endpoint, response, remember, inTurn }: Sending): Promise<void> {
    const { content, ...recorded } = this.parts;
    if ('body' in content && recorded.status === 200 && isInSteps(content.body, remember)) {
      const write = () => jsonInSteps(endpoint.response, content.body);
      const pieces = await (endpoint.expensive === true ? inTurn(write) : write());
      nameRecorded(response, recorded);
      if (remember && lengthOf(pieces) <= longestAnswer)
        await remember({ ...recorded, body: JSON.parse(pieces.join('')) });
      return sendJson(response, pieces);
    }
    const body = 'id' in content ? content : endpoint.response.parse(content.body);
    await remember?.({ ...recorded, body });
    sendStored(response, { ...recorded, body }, endpoint.cachedSeconds);
  }
}

const isInSteps = (body: unknown, remember: Remember | null): boolean =>
  isLong(body) || (Array.isArray(body) && remember === null);

export const sendStored = (response: Response, answer: StoredAnswer, cachedSeconds?: number): void => {
  nameRecorded(response, answer);
  const caching = cachedSeconds === undefined ? 'no-store' : `private, max-age=${cachedSeconds}`;
  response.status(answer.status).set('Cache-Control', caching).json(answer.body);
};

const lengthOf = (pieces: readonly string[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** What is sent in one piece. */
const shortAnswer = 64 * 1024;

/** Sends the pieces of a long answer one after the other: encoding and compressing it at once would block the loop. */
const sendJson = async (response: Response, pieces: readonly string[]): Promise<void> => {
  response.status(200).set('Cache-Control', 'no-store').type('json');
  if (lengthOf(pieces) <= shortAnswer) return void response.send(pieces.join(''));
  // A caller who has left reads no further, which is no error.
  await pipeline(Readable.from(pieces), response).catch(() => undefined);
};

type Done = Executed<EventCategory>;
type Called = { readonly endpoint: UpdatingEndpoint };

export const batchIn = (executed: readonly Done[]): string | null =>
  executed.find(({ batchId }) => batchId !== null)?.batchId ?? null;

/** Answers with a body, and the batch that undoes what was done; null where nothing was. */
export const withBatch = <Body>(batchId: string | null, body: Body, position: string | null = null): Recorded<Body> =>
  new Recorded({ status: 200, batchId, position, content: { body } });

/** Answers a command that is still being carried out. */
export const underWay = <Body>(batchId: string, body: Body): Recorded<Body> =>
  new Recorded({ status: 202, batchId, position: null, content: { body } });

/** Waits until the models that a call declares include what one command appended. @returns its position if they do not in time */
const unseen = async ({ models }: Pick<Services, 'models'>, endpoint: UpdatingEndpoint, executed: Done) =>
  (await models.isVisible(executed, endpoint)) ? null : executed.position;

/**
 * Answers a command with its row, once the models that the call declares include it. If they do not in time, the answer is 202 with the id and
 * the position to wait for.
 * @throws NotFound when there is no row and nothing was appended
 */
export const answered = async <Body>(
  services: Pick<Services, 'models'>,
  { endpoint }: Called,
  {
    executed,
    id,
    read,
  }: { readonly executed: Done; readonly id: string; readonly read: () => Promise<Body | undefined> },
): Promise<Recorded<Body>> => {
  const { batchId } = executed;
  const waiting = await unseen(services, endpoint, executed);
  const body = waiting === null ? await read() : undefined;
  if (body !== undefined) return withBatch(batchId, body);
  // Another user removed the row between the append and this read: the command itself succeeded.
  const position = waiting ?? executed.position;
  if (position === null) throw new NotFound('It no longer exists.');
  return new Recorded({ status: 202, batchId, position, content: { id } });
};

/** Waits until the reactors that a call declares have handled everything in the log, and its models show that. @returns the position if they do not in time */
const unsettled = async ({ models, store }: Pick<Services, 'models' | 'store'>, endpoint: UpdatingEndpoint) => {
  const position = await store.head();
  return (await models.settled(position, { ...endpoint, waitsFor: endpoint.waitsFor ?? [] })) ? null : position;
};

/** Answers commands whose effects go on in other streams with what `read` finds, once reactors and read models have caught up. */
export const answeredAfter = async <Body>(
  services: Pick<Services, 'models' | 'store'>,
  { endpoint }: Called,
  batchId: string | null,
  read: () => Body | Promise<Body>,
): Promise<Recorded<Body>> => {
  const position = batchId === null ? null : await unsettled(services, endpoint);
  return withBatch(batchId, await read(), position);
};

/** Answers commands on any number of streams, once the models that the call declares include them. */
export const answeredAll = async <Body>(
  services: Pick<Services, 'models'>,
  { endpoint }: Called,
  executed: readonly Done[],
  body: Body,
): Promise<Recorded<Body>> => {
  const positions = await Promise.all(executed.map((one) => unseen(services, endpoint, one)));
  return withBatch(batchIn(executed), body, positions.findLast((one) => one !== null) ?? null);
};
