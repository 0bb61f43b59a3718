import type { EventCategory, EventOf } from '@rondo/contracts/events/event.ts';
import { expect } from 'vitest';
import type { Aggregate, CommandContext } from '../platform/commands/aggregate.ts';
import { commandHandler, type Command } from '../platform/commands/command-handler.ts';
import { memoryEventStore } from '../platform/log/memory/memory-event-store.ts';

/** Folds events into an aggregate's state, as the log would have recorded them. */
export const stateAfter = <Category extends EventCategory, State>(
  aggregate: Aggregate<Category, State>,
  events: readonly EventOf<Category>[],
): State => {
  let state = aggregate.initialState();
  events.forEach((event, revision) => {
    state = aggregate.evolve(state, event, { revision, recordedAt: '2026-11-21T12:00:00Z' });
  });
  return state;
};

/** Specifications read: given these events, when this is decided, then these events follow (or it is rejected). */
export const specification = <Category extends EventCategory, State>(aggregate: Aggregate<Category, State>) => ({
  given: (...events: readonly EventOf<Category>[]) => ({
    when: (decide: (state: State) => readonly EventOf<Category>[]) => {
      const before = stateAfter(aggregate, events);
      return {
        // Specifications read given, when, then; they are never awaited.
        // oxlint-disable-next-line unicorn/no-thenable
        then: (...expected: readonly EventOf<Category>[]) => expect(decide(before)).toEqual(expected),
        thenNothing: () => expect(decide(before)).toEqual([]),
        thenRefused: (error: new (...args: never[]) => Error, sentence: string) => {
          expect(() => decide(before)).toThrow(error);
          expect(() => decide(before)).toThrow(sentence);
        },
        /** The resulting state, and its events. */
        result: () => {
          const decided = decide(before);
          return { events: decided, state: stateAfter(aggregate, [...events, ...decided]) };
        },
      };
    },
  }),
});

/** Sends one command twice under one id to a new stream; expects one effect and the same answer. @returns the stream's events */
export const sentTwice = async <Category extends EventCategory, State>(
  aggregate: Aggregate<Category, State>,
  command: Command<Category, State>,
): Promise<readonly unknown[]> => {
  const store = memoryEventStore();
  const handler = commandHandler(aggregate, { store, registry: { register: async () => undefined } });
  const commandId = '7f1c5a52-3c0a-4a4e-9d0b-5a0a52f0a001';
  const context: CommandContext = {
    studioId: 'studio',
    actor: 'actor',
    commandId,
    correlationId: 'request',
    causationId: commandId,
  };
  const stream = `${aggregate.category.name}-studio.one`;
  const first = await handler.execute(stream, context, command);
  const second = await handler.execute(stream, context, command);
  expect([first.repeated, second.repeated]).toEqual([false, true]);
  expect(second.events).toEqual(first.events);
  return (await store.readStream(stream)).map(({ type, data }) => ({ type, data }));
};
