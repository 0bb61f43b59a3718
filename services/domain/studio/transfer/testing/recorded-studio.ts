import { randomUUID } from 'node:crypto';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { annLee } from '@rondo/projections/testing/people-facts.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import fc from 'fast-check';
import type { CommandContext } from '../../../../platform/commands/aggregate.ts';
import { commandHandler } from '../../../../platform/commands/command-handler.ts';
import { DomainError } from '../../../../platform/kit/errors.ts';
import type { EventStore, NewEvent } from '../../../../platform/log/event-store.ts';
import { PlanOutdated } from '../../../schedule/plan/fixed.ts';
import { scheduleAggregate } from '../../../schedule/schedule-aggregate.ts';
import { randomHistory } from '../../../schedule/testing/random-history.ts';

const contextIn = (studioId: string, commandId: string = randomUUID()): CommandContext => ({
  studioId,
  actor: 'dana',
  commandId,
  correlationId: 'request',
  causationId: commandId,
});

/** An event in a studio as any command records it. */
export const eventIn = (studioId: string, type: string, data: unknown): NewEvent => ({
  eventId: randomUUID(),
  type,
  data,
  metadata: { ...contextIn(studioId), inputHash: 'h', batchId: randomUUID(), schemaVersion: 1 },
});

/** With characters that a file must escape. */
const details = { ...annLee, firstName: 'Ännchen "A"', lastName: 'Lee\n', address: '1 Elm St \u2028' };

/** Writes two studios into a log, interleaved: settings, a student, two teachers' schedules. @returns their ids */
export const recordStudios = async (store: EventStore): Promise<[string, string]> => {
  const studios: [string, string] = [randomUUID(), randomUUID()];
  const handler = commandHandler(scheduleAggregate, { store, registry: { register: async () => undefined } });
  const histories = fc
    .sample(randomHistory, { numRuns: 100, seed: 20_261_121 })
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 2);
  for (const studioId of studios) {
    const opened = eventIn(studioId, 'StudioOpened', { timeZone: 'America/Chicago', startGrid: 15 });
    await store.append(`studio-${studioId}`, 'no_stream', [opened]);
    const registered = eventIn(studioId, 'StudentRegistered', { studentId: 'Ann', details, sample: false });
    await store.append(`student-${studioId}.Ann`, 'no_stream', [registered]);
  }
  for (let n = 0; n < 30; n += 1)
    for (const studioId of studios)
      for (const [teacher, history] of histories.entries()) {
        const command = history[n];
        const stream = streamName(scheduleEvents, studioId, `teacher-${teacher}`);
        if (command) await unlessRefused(handler.execute(stream, contextIn(studioId), command(n)));
      }
  return studios;
};

const unlessRefused = async (executed: Promise<unknown>): Promise<void> => {
  try {
    await executed;
  } catch (error) {
    if (!(error instanceof DomainError || error instanceof PlanOutdated)) throw error;
  }
};
