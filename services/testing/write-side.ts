import { openHandlers } from '../app/handlers.ts';
import type { StreamRegistry } from '../platform/commands/command-handler.ts';
import type { EventStore } from '../platform/log/event-store.ts';

/** The commands of one process on a log. By default, nobody lists its streams. */
export const writeSideOn = (store: EventStore, registry: StreamRegistry = { register: () => Promise.resolve() }) => ({
  store,
  handlers: openHandlers({ store, registry }, Date.now),
});
