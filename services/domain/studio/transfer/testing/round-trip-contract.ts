import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { recordedAtOf } from '@rondo/projections/runner/events.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandHandler, type StreamRegistry } from '../../../../platform/commands/command-handler.ts';
import type { EventStore } from '../../../../platform/log/event-store.ts';
import { scheduleAggregate } from '../../../schedule/schedule-aggregate.ts';
import { exportStudio } from '../export-studio.ts';
import { importStudio } from '../import-studio.ts';
import { eventIn, recordStudios } from './recorded-studio.ts';

export type LogUnderTest = {
  readonly store: EventStore;
  readonly registry: StreamRegistry;
  readonly close: () => Promise<void>;
};

/** A log that fails at its n-th append, as if the process were killed, before or after the log has stored it. */
class Killed extends Error {}

const killedAt = (parts: Omit<LogUnderTest, 'close'>, nth: number, isWritten: boolean): Omit<LogUnderTest, 'close'> => {
  let appends = 0;
  return {
    ...parts,
    store: {
      ...parts.store,
      append: async (...append) => {
        appends += 1;
        if (appends === nth && isWritten) await parts.store.append(...append);
        if (appends === nth) throw new Killed();
        return parts.store.append(...append);
      },
    },
  };
};

/** The contract of exporting from one log and importing into another, for any engines. */
export const roundTripContract = (
  name: string,
  from: () => Promise<LogUnderTest>,
  to: () => Promise<LogUnderTest>,
): void => {
  describe(`a studio's file ${name}`, () => {
    let source: LogUnderTest;
    let target: LogUnderTest;
    let studios: [string, string];
    let file: readonly string[];
    beforeAll(async () => {
      [source, target] = [await from(), await to()];
      studios = await recordStudios(source.store);
      file = await Array.fromAsync(exportStudio(source.store, studios[0]));
    });
    afterAll(async () => {
      await source.close();
      await target.close();
    });

    test('contains all events of the studio in the order of the log, and no others', async () => {
      const stream = streamName(scheduleEvents, studios[0], 'teacher-0');
      const events = await source.store.readStream(stream);
      expect(file.filter((line) => line.includes(stream))).toHaveLength(events.length);
      expect(file.join('\n')).not.toContain(studios[1]);
      expect(new Set(file.map((line) => String(JSON.parse(line).stream))).size).toBe(4);
    });

    test('is identical, byte for byte, after a round trip, though the import was interrupted at several points', async () => {
      const { store } = target;
      for (const [nth, isWritten] of [
        [1, false],
        [2, true],
        [3, false],
        [4, true],
      ] as const)
        await expect(importStudio(killedAt(target, nth, isWritten), file)).rejects.toBeInstanceOf(Killed);
      const { events, known } = await importStudio(target, file);
      expect(events).toBe(file.length);
      expect(known).toBeGreaterThan(0);
      expect(await Array.fromAsync(exportStudio(store, studios[0]))).toEqual(file);
      const before = await store.head();
      expect(await importStudio(target, file)).toMatchObject({ known: file.length });
      expect(await store.head()).toBe(before);
    });

    test('preserves the times at which the events were first recorded, for readers too', async () => {
      const stream = streamName(scheduleEvents, studios[0], 'teacher-1');
      const [first, imported] = [await source.store.readStream(stream), await target.store.readStream(stream)];
      expect(imported.map(recordedAtOf).map(Date.parse)).toEqual(first.map(({ recordedAt }) => Date.parse(recordedAt)));
      expect(imported.map(({ eventId }) => eventId)).toEqual(first.map(({ eventId }) => eventId));
    });

    test('preserves the command history: a command carried out before is not repeated', async () => {
      const stream = streamName(scheduleEvents, studios[0], 'teacher-0');
      const [first] = await source.store.readStream(stream);
      if (!first) throw new Error('There is no event.');
      const { state, revision } = await commandHandler(scheduleAggregate, source).load(stream);
      expect(await commandHandler(scheduleAggregate, target).load(stream)).toMatchObject({ state, revision });
      const again = commandHandler(scheduleAggregate, target).execute(stream, first.metadata, {
        input: 'another',
        decide: () => [],
      });
      await expect(again).rejects.toThrow('This Idempotency-Key was already used for another request.');
    });

    test('is rejected, before anything is written, by a log with other events in its streams', async () => {
      const other = await Array.fromAsync(exportStudio(source.store, studios[1]));
      const last = String(JSON.parse(other.at(-1) ?? '').stream);
      const mine = eventIn(studios[1], 'ScheduleAccepted', { reportId: 'r', endsElsewhere: [] });
      const { position } = await target.store.append(last, 'no_stream', [mine]);
      await expect(importStudio(target, other)).rejects.toThrow(
        `${last} has different events in this log than in the file; nothing was imported.`,
      );
      expect(await target.store.head()).toBe(position);
    });

    test('can be neither exported nor imported once the studio was erased', async () => {
      const erased = eventIn(studios[0], 'StudioErased', { studioId: studios[0] });
      await target.store.append('erasures', 'no_stream', [erased]);
      const sentence = `Studio ${studios[0]} has been erased.`;
      await expect(Array.fromAsync(exportStudio(target.store, studios[0]))).rejects.toThrow(sentence);
      await target.store.deleteStreams(file.map((line) => String(JSON.parse(line).stream)));
      await expect(importStudio(target, file)).rejects.toThrow(sentence);
      const withoutTheFact = { ...target.store, readStream: async () => [] };
      await expect(importStudio({ ...target, store: withoutTheFact }, file)).rejects.toThrow(sentence);
    });
  });
};
