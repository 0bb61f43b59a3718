import { eventOf, type EventCategory, type EventMetadata, type EventOf } from '@rondo/contracts/events/event.ts';
import type { NewEvent } from '../log/event-store.ts';
import type { CommandContext } from './aggregate.ts';
import { derivedId } from './ids.ts';

/** The unit of undo that a command's events belong to. */
export const batchOf = ({ batchId, commandId }: CommandContext): string => batchId ?? commandId;

/** The event as it is appended: checked, named by its command and place. */
export const newEvent = <Category extends EventCategory>(
  category: Category,
  stream: string,
  context: CommandContext,
  inputHash: string,
  event: EventOf<Category>,
  index: number,
): NewEvent => {
  const { commandId, correlationId, causationId, studioId, actor, undoes } = context;
  const checked = eventOf(category, event.type, event.data);
  const schemaVersion = category.definitions.find(({ type }) => type === event.type)?.version ?? 1;
  const metadata: EventMetadata = {
    commandId,
    inputHash,
    correlationId,
    causationId,
    batchId: batchOf(context),
    studioId,
    actor,
    schemaVersion,
    ...(undoes === undefined ? {} : { undoes }),
  };
  return { eventId: derivedId(commandId, `${stream} ${index}`), type: checked.type, data: checked.data, metadata };
};
