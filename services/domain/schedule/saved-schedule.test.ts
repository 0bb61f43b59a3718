import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandHandler } from '../../platform/commands/command-handler.ts';
import { fold, nothingFolded } from '../../platform/commands/folded.ts';
import { snapshotCache } from '../../platform/commands/snapshots.ts';
import { snapshotsOf } from '../../platform/commands/snapshots.ts';
import { memorySnapshots } from '../../platform/commands/testing/memory-snapshots.ts';
import { DomainError } from '../../platform/kit/errors.ts';
import { memoryEventStore } from '../../platform/log/memory/memory-event-store.ts';
import { PlanOutdated } from './plan/fixed.ts';
import { savedScheduleAs } from './saved-schedule.ts';
import { scheduleAggregate } from './schedule-aggregate.ts';
import { randomHistory, type RandomCommand } from './testing/random-history.ts';

const stream = 'schedule-studio.teacher';
const registry = { register: async () => undefined };

/** Runs a history, ignoring domain errors. @returns the resulting log */
const carriedOut = async (history: readonly RandomCommand[]) => {
  const store = memoryEventStore();
  const handler = commandHandler(scheduleAggregate, { store, registry });
  for (const [n, command] of history.entries()) {
    const commandId = randomUUID();
    const context = { studioId: 'studio', actor: 'dana', commandId, correlationId: '', causationId: commandId };
    try {
      await handler.execute(stream, context, command(n));
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof PlanOutdated)) throw error;
    }
  }
  return store;
};

const folded = (events: readonly SourceEvent[]) =>
  events.reduce((before, event) => fold(scheduleAggregate, before, event), nothingFolded(scheduleAggregate));

test('a snapshot at any revision and the rest of the stream give what the whole stream gives', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(randomHistory, async (history) => {
      const store = await carriedOut(history);
      const events = await store.readStream(stream);
      const whole = folded(events);
      for (const { type } of events) seen.add(type);
      for (let length = 1; length <= events.length; length += 1) {
        const snapshots = snapshotCache(memorySnapshots(), (error) => {
          throw error;
        });
        const kept = snapshotsOf(scheduleAggregate, store, snapshots);
        kept.take(stream, folded(events.slice(0, length)));
        await snapshots.settled();
        const restored = await kept.restore(stream);
        if (!restored) throw new Error('The snapshot was not restored.');
        const rest = events.slice(length);
        const after = rest.reduce((before, event) => fold(scheduleAggregate, before, event), restored);
        // Node's comparison is many times faster; `toEqual` reports the difference.
        if (!isDeepStrictEqual(after, whole)) expect(after).toEqual(whole);
        expect([...after.state.lessons.keys()]).toEqual([...whole.state.lessons.keys()]);
        expect([...after.commands.keys()]).toEqual([...whole.commands.keys()]);
      }
    }),
    { numRuns: 30 },
  );
  // The histories include plans and decisions, not only rejected commands.
  expect([...seen]).toEqual(
    expect.arrayContaining(['LessonCreated', 'ScheduleOptimized', 'ScheduleAccepted', 'LessonEnded']),
  );
});

test('rejects anything that is not a saved schedule', () => {
  const empty = savedScheduleAs.save(scheduleAggregate.initialState());
  expect(() => savedScheduleAs.load({ ...Object(empty), lessons: [{ lessonId: 'A' }] })).toThrow('lessons');
  expect(() => savedScheduleAs.load('a schedule')).toThrow('expected object');
});
