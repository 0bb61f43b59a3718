import { neverClosed } from '@rondo/contracts/calendar/closures/closures.ts';
import { writeSideOn } from '../../../testing/write-side.ts';
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { expect, test } from 'vitest';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { LogUnavailable, type EventStore } from '../../../platform/log/event-store.ts';
import { memoryEventStore } from '../../../platform/log/memory/memory-event-store.ts';
import type { StatusChange } from '../../schedule/feed/feed-sync.ts';
import { endSchedule } from '../../schedule/people.ts';
import { analyze, type Analysis } from './analysis/analyze.ts';
import { applyStatuses, countOf, replaceRows, statusChanges } from './sync-commands.ts';
import { feedDate } from './testing/rows.ts';
import { unlimitedSizes } from '../../../platform/commands/studio-sizes.ts';

const [today, to, timeZone] = ['2026-11-23', '2027-05-24', 'America/Chicago'];
const days = { today, to, timeZone };
const studioId = '7d9f1a52-0000-4000-8000-000000000000';
const teacherId = '3b0c9d5e-0000-4000-8000-000000000000';
const stream = streamName(scheduleEvents, studioId, teacherId);
const rows = 250;

const context = (commandId: string): CommandContext => ({
  studioId,
  actor: 'dana',
  commandId,
  correlationId: commandId,
  causationId: commandId,
});
const replacing = context('0d1e6f6e-0000-4000-8000-000000000001');
const cancelling = context('0d1e6f6e-0000-4000-8000-000000000002');

/** A process on a log. */
const processOn = (store: EventStore) => ({ ...writeSideOn(store), sizes: unlimitedSizes });
type Process = ReturnType<typeof processOn>;

/** A log that refuses everything after some writes: the process dies there. */
const dyingAfter = (writes: number, store: EventStore): EventStore => {
  let left = writes;
  return {
    ...store,
    append: (...given: Parameters<EventStore['append']>) =>
      (left -= 1) < 0 ? Promise.reject(new LogUnavailable('Killed.')) : store.append(...given),
  };
};

/** A feed of many meetings, compared with the schedule as it is. */
const comparedWith = async ({ handlers }: Process, isCancelled: boolean): Promise<Analysis> => {
  const { state } = await handlers.schedule.load(stream);
  const dates = Array.from({ length: rows }, (_, i) =>
    feedDate({
      key: `meeting ${i}`,
      uid: `meeting ${i}`,
      title: 'Staff meeting',
      date: addDays('2026-11-24', i % 125),
      start: i < 125 ? 600 : 900,
      isCancelled,
    }),
  );
  const idOf = (key: string): string => `imported ${key}`;
  const nobody = { unread: [], remembered: new Map<string, string>(), students: [], ties: new Map<string, string>() };
  return analyze({
    lessons: new Map(state.lessons),
    dates,
    isWhole: true,
    closedOn: neverClosed,
    from: today,
    to,
    idOf,
    ...nobody,
  });
};

const replace = async (process: Process) =>
  replaceRows(process, replacing, teacherId, { analysis: await comparedWith(process, false), days });

const syncCancelled = async (process: Process) => {
  const analysis = await comparedWith(process, true);
  const changes: StatusChange[] = statusChanges(analysis, [], (lessonId, date) => `${lessonId} ${date}`);
  return applyStatuses(process, cancelling, teacherId, { automatic: false, changes });
};

const statusesIn = async ({ handlers }: Process): Promise<string[]> =>
  [...(await handlers.schedule.load(stream)).state.lessons.values()].map(({ status }) => status);

test('syncing statuses that was killed midway changes the rest when it is repeated, however much is left', async () => {
  const store = memoryEventStore();
  await replace(processOn(store));
  await expect(syncCancelled(processOn(dyingAfter(1, store)))).rejects.toThrow('not answering');
  const next = processOn(store);
  expect((await statusesIn(next)).filter((status) => status === 'cancelled')).toHaveLength(100);
  expect(countOf(await syncCancelled(next), 'LessonCancelled')).toBe(rows);
  expect(new Set(await statusesIn(next))).toEqual(new Set(['cancelled']));
});

test('a replacement that was killed midway does the rest when it is repeated', async () => {
  const store = memoryEventStore();
  await expect(replace(processOn(dyingAfter(1, store)))).rejects.toThrow('not answering');
  const next = processOn(store);
  expect(countOf(await replace(next), 'LessonCreated')).toBe(rows);
  expect(await statusesIn(next)).toHaveLength(rows);
});

test('a replacement ends although its rows are removed while it runs, because their teacher was', async () => {
  const process = processOn(memoryEventStore());
  const { schedule } = process.handlers;
  let parts = 0;
  const whileRemoved: typeof schedule = {
    ...schedule,
    execute: async (name, command, work) => {
      const executed = await schedule.execute(name, command, work);
      parts += 1;
      if (parts > rows) throw new Error('The replacement does not end.');
      const removal = context(`0d1e6f6e-0000-4000-9000-${String(parts).padStart(12, '0')}`);
      const on = today;
      await schedule.execute(name, removal, { input: { on }, decide: endSchedule({ on }) });
      return executed;
    },
  };
  await replace({ ...process, handlers: { ...process.handlers, schedule: whileRemoved } });
  expect(await statusesIn(process)).toEqual([]);
});
