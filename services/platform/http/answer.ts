import type { UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import type { Executed } from '../commands/command-handler.ts';
import { NotFound } from '../kit/errors.ts';
import type { Services } from '../kit/services.ts';

type Done = Executed<EventCategory>;

type Parts<Body> = {
  readonly status: 200 | 202;
  /** What undoes the command; null when nothing was appended. */
  readonly batchId: string | null;
  /** What the next reads wait for; null when the read models show the command already. */
  readonly position: Position | null;
  /** The id alone, when there is no row to show yet. */
  readonly content: { readonly body: Body } | { readonly id: string };
};

/** A command's answer. The route names the batch and the position in its headers. */
export class Recorded<Body> {
  readonly parts: Parts<Body>;
  constructor(parts: Parts<Body>) {
    this.parts = parts;
  }
}

export const batchIn = (executed: readonly Done[]): string | null =>
  executed.find(({ batchId }) => batchId !== null)?.batchId ?? null;

/** Waits until the models that a call declares include what one command appended. @returns its position if they do not in time */
const unseen = async ({ models }: Pick<Services, 'models'>, endpoint: UpdatingEndpoint, executed: Done) =>
  (await models.shown(executed, endpoint)) ? null : executed.position;

/**
 * Answers a command with its row, once the models that the call declares include it. If they do not in time, the answer is 202 with the id and
 * the position to wait for.
 * @throws NotFound when there is no row and nothing was appended
 */
export const answered = async <Body>(
  services: Pick<Services, 'models'>,
  { endpoint }: { readonly endpoint: UpdatingEndpoint },
  {
    executed,
    id,
    read,
  }: { readonly executed: Done; readonly id: string; readonly read: () => Promise<Body | undefined> },
): Promise<Recorded<Body>> => {
  const { batchId } = executed;
  const waiting = await unseen(services, endpoint, executed);
  const body = waiting === null ? await read() : undefined;
  if (body !== undefined) return new Recorded({ status: 200, batchId, position: null, content: { body } });
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
  { endpoint }: { readonly endpoint: UpdatingEndpoint },
  batchId: string | null,
  read: () => Body | Promise<Body>,
): Promise<Recorded<Body>> => {
  const position = batchId === null ? null : await unsettled(services, endpoint);
  return new Recorded({ status: 200, batchId, position, content: { body: await read() } });
};

/** Answers commands on any number of streams, once the models that the call declares include them. */
export const answeredAll = async <Body>(
  services: Pick<Services, 'models'>,
  { endpoint }: { readonly endpoint: UpdatingEndpoint },
  executed: readonly Done[],
  body: Body,
): Promise<Recorded<Body>> => {
  const positions = await Promise.all(executed.map((one) => unseen(services, endpoint, one)));
  const position = positions.findLast((one) => one !== null) ?? null;
  return new Recorded({ status: 200, batchId: batchIn(executed), position, content: { body } });
};

/** Answers a command that is still being carried out. */
export const underWay = <Body>(batchId: string, body: Body): Recorded<Body> =>
  new Recorded({ status: 202, batchId, position: null, content: { body } });

export const answerFrom = <Body>(
  context: { readonly endpoint: UpdatingEndpoint },
  models: Services['models'],
  command: Parameters<typeof answered<Body>>[2],
): Promise<Recorded<Body>> => answered({ models }, context, command);
