import type { EventCategory } from '@rondo/contracts/events/event.ts';
import { DomainError } from '../kit/errors.ts';
import type { CommandContext } from './aggregate.ts';
import type { CommandHandler, Executed } from './command-handler.ts';

/** Carries out a command whose conditions may refuse it. A refused repeat of a command that was executed before is answered as it was then. */
export const replayIfRepeated = async <Category extends EventCategory, State>(
  handler: Pick<CommandHandler<Category, State>, 'known'>,
  { stream, context, input }: { readonly stream: string; readonly context: CommandContext; readonly input: unknown },
  carryOut: () => Promise<Executed<Category>>,
): Promise<Executed<Category>> => {
  try {
    return await carryOut();
  } catch (error) {
    const before = error instanceof DomainError ? await handler.known(stream, context, input) : null;
    if (!before) throw error;
    return before;
  }
};
