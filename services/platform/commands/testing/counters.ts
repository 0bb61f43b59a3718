import { randomUUID } from 'node:crypto';
import { defineCategory, defineEvent } from '@rondo/contracts/events/event.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import { defineTable, put, reading, type ReadModel } from '@rondo/projections/runner/read-model.ts';
import { z } from 'zod';
import { RuleBroken } from '../../kit/errors.ts';
import type { Aggregate, CommandContext } from '../aggregate.ts';
import type { Command } from '../command-handler.ts';

export const counterEvents = defineCategory('counter', [defineEvent('Counted', z.object({ by: z.number() }))]);

/** The context of a new command, or of a repeated one. */
export const context = (commandId: string = randomUUID()): CommandContext => ({
  studioId: 'studio',
  actor: 'actor',
  commandId,
  correlationId: 'request',
  causationId: commandId,
});

/** The smallest aggregate that can reject a command: a sum between -10 and 10. */
export const counter: Aggregate<typeof counterEvents, number> = {
  category: counterEvents,
  stateVersion: 1,
  initialState: () => 0,
  evolve: (state, event) => state + event.data.by,
};

/** Counts in as many events as there are numbers. @throws RuleBroken beyond the limit */
export const count = (by: readonly number[]): Command<typeof counterEvents, number> => ({
  input: by,
  decide: (state) => {
    if (Math.abs(by.reduce((sum, n) => sum + n, state)) > 10) throw new RuleBroken('Too far.');
    return by.map((n) => ({ type: 'Counted', data: { by: n } }));
  },
});

export const countersTable = defineTable({
  name: 'counters',
  row: z.object({ studio_id: z.string(), counter: z.string(), total: z.number(), events: z.number() }),
  key: ['studio_id', 'counter'],
});

const read = eventReader(counterEvents);

/** Sums and counts, so that a duplicated or missing event shows. */
export const countersModel: ReadModel = {
  name: 'counters',
  version: 1,
  categories: ['counter'],
  tables: [countersTable],
  on: (event) => {
    const { studioId } = event.metadata;
    return reading(countersTable, [[studioId, event.stream]], (rows) => {
      const row = rows.get(countersTable, [studioId, event.stream]);
      return [
        put(countersTable, {
          studio_id: studioId,
          counter: event.stream,
          total: (row?.total ?? 0) + read(event).data.by,
          events: (row?.events ?? 0) + 1,
        }),
      ];
    });
  },
};
