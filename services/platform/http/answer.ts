import type { UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import type { Executed } from '../commands/command-handler.ts';
import { NotFound } from '../kit/errors.ts';
import { Accepted, type RequestContext } from './route.ts';

/** Resolves true when the models that a call declares include what a command appended, false after two seconds. */
type Shown = (executed: Executed<EventCategory>, endpoint: UpdatingEndpoint) => Promise<boolean>;

/**
 * Answers a command from the read models: names its batch, waits until the models that the call declares include it, then reads. If they do not in
 * time, the answer is 202 with the id and the position to wait for.
 */
export const answerFrom = async <Answer>(
  { endpoint, response }: RequestContext<UpdatingEndpoint>,
  models: { readonly shown: Shown },
  command: {
    readonly executed: Executed<EventCategory>;
    readonly id: string;
    readonly read: () => Promise<Answer | undefined>;
  },
): Promise<Answer | Accepted> => {
  const { executed } = command;
  if (executed.batchId !== null) response.set('Rondo-Batch', executed.batchId);
  const shown = await models.shown(executed, endpoint);
  if (!shown && executed.position !== null) return new Accepted(command.id, executed.position);
  const answer = await command.read();
  // Another user removed the row between the append and this read: the command itself succeeded.
  if (answer === undefined && executed.position !== null) return new Accepted(command.id, executed.position);
  if (answer === undefined) throw new NotFound('It no longer exists.');
  return answer;
};
