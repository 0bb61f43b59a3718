import { writeSideOn } from '../../testing/write-side.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { expect, test } from 'vitest';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { memoryEventStore } from '../../platform/log/memory/memory-event-store.ts';
import { ifFree } from '../schedule/edit/if-free.ts';
import { cancelLesson } from '../schedule/edit/one-date.ts';
import { schedules } from '../schedule/testing/schedules-of.ts';
import { busy, entry, mon, today } from '../schedule/testing/week.ts';
import { transferOf, takeOver } from '../schedule/edit/transfer.ts';
import { transfersReactor } from './transfers-reactor.ts';

const studio = '7d9f1a52-0000-4000-8000-000000000000';
const noRows = { get: () => undefined };
const every = { kind: 'weekly', dayOfWeek: mon, validFrom: '2026-11-02' } as const;

/** Ann's Mondays with A, and the reactor's checkpoint. */
const studioOfTwo = async () => {
  const store = memoryEventStore();
  const services = writeSideOn(store);
  const all = schedules(services);
  const reactor = transfersReactor(services);
  let commands = 0;
  const context = (): CommandContext => {
    commands += 1;
    const commandId = derivedId(studio, `command ${commands}`);
    return { studioId: studio, actor: 'dana', commandId, correlationId: '', causationId: commandId };
  };
  const run = (teacher: string, decide: Parameters<typeof ifFree>[1]) =>
    all.execute(studio, teacher, context(), { input: {}, decide });
  await run('A', entry('L', { studentId: 'Ann', when: every }));
  const take = async (check?: ReturnType<typeof busy>) => {
    const { state, revision: seen } = await all.load(studio, 'A');
    const transfer = transferOf(state, {
      lessonId: 'L',
      revision: undefined,
      from: 'A',
      changes: {},
      lessonDate: undefined,
      notBefore: '2026-11-23',
      today,
      newId: 'N',
      seen,
    });
    return run('B', check ? ifFree(check, takeOver(transfer)) : takeOver(transfer));
  };
  /** The reactor reads both schedules from the beginning, as it does when it was killed before its checkpoint. */
  const react = async () => {
    for (const teacher of ['B', 'A', 'B'])
      for (const event of await store.readStream(streamName(scheduleEvents, studio, teacher)))
        if (reactor.on(event)) await reactor.react?.(event, noRows);
  };
  const rows = async (teacher: string) =>
    [...(await all.load(studio, teacher)).state.lessons.values()].map(
      ({ lessonId, validFrom, validTo, date }) => `${lessonId} ${date ?? `${validFrom} - ${validTo ?? ''}`}`,
    );
  return { run, take, react, rows };
};

test('after a kill between the two sides, the receiving teacher has the lesson and the releasing teacher’s time stays blocked', async () => {
  const { take, rows, run } = await studioOfTwo();
  await take();
  expect(await rows('B')).toEqual(['N 2026-11-23 - ']);
  expect(await rows('A')).toEqual(['L 2026-11-02 - ']);
  await expect(run('A', ifFree(busy(), entry('X', { when: { ...every, validFrom: today } })))).rejects.toThrow(
    'This time is taken: Ann',
  );
});

test('resuming twice releases the lesson once', async () => {
  const { take, react, rows } = await studioOfTwo();
  await take();
  await react();
  const after = [await rows('A'), await rows('B')];
  expect(after).toEqual([['L 2026-11-02 - 2026-11-22'], ['N 2026-11-23 - ']]);
  await react();
  await react();
  expect([await rows('A'), await rows('B')]).toEqual(after);
});

test('changes on the releasing side in between are sent on', async () => {
  const { take, react, rows, run } = await studioOfTwo();
  await take();
  await run('A', cancelLesson({ lessonId: 'L', date: '2026-12-07', occurrenceId: 'O', revision: undefined }));
  await react();
  await react();
  expect(await rows('A')).toEqual(['L 2026-11-02 - 2026-11-22']);
  expect(await rows('B')).toEqual(['N 2026-11-23 - ', 'O 2026-12-07']);
});

test('a receiving teacher whose time was taken before rejects the transfer, without any effect', async () => {
  const { take, react, rows, run } = await studioOfTwo();
  await run('B', entry('X', { when: { ...every, validFrom: today } }));
  await expect(take(busy())).rejects.toThrow('This time is taken: Eve');
  await react();
  expect(await rows('A')).toEqual(['L 2026-11-02 - ']);
});

test('a time requested from the receiving teacher afterwards is taken', async () => {
  const { take, rows, run } = await studioOfTwo();
  await take(busy());
  await expect(run('B', ifFree(busy(), entry('X', { when: { ...every, validFrom: today } })))).rejects.toThrow(
    'This time is taken: Ann',
  );
  expect(await rows('B')).toEqual(['N 2026-11-23 - ']);
});
