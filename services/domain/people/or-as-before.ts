import type { EventCategory } from '@rondo/contracts/events/event.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { CommandHandler, Executed } from '../../platform/commands/command-handler.ts';
import { DomainError } from '../../platform/kit/errors.ts';

/** Handles a refusal: a repeated command that was executed before is answered as it was then. @throws the refusal of any other */
export const orAsBefore =
  <Category extends EventCategory, State>(
    handler: Pick<CommandHandler<Category, State>, 'known'>,
    stream: string,
    context: CommandContext,
    input: unknown,
  ) =>
  async (error: unknown): Promise<Executed<Category>> => {
    const before = error instanceof DomainError ? await handler.known(stream, context, input) : null;
    if (!before) throw error;
    return before;
  };
