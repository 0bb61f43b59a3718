import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { expect, test } from 'vitest';
import { withSettableTime } from '../testing/settable-time.ts';
import { act, step, studioOfMany } from './testing/acts.ts';
import { beforeIt, pendingReports, restorable, restore } from './testing/restoring.ts';

withSettableTime();

const rightNow = () => ({ instant: instantAt(Date.now()) });

test('the moment after a restore is what the restore led to, also as one teacher’s', async () => {
  for (const [restored, again] of [
    [null, null],
    [null, 'A'],
    ['A', null],
    ['A', 'A'],
  ] as const) {
    const studio = await studioOfMany();
    const good = { position: (await studio.head()) ?? '' };
    await act(studio, step('weekly', { student: 'Cy', hour: 17 }));
    await restore(studio, good, restored);
    const content = restorable(studio);
    const moment = rightNow();
    await act(studio, step('dated', { student: 'Cy', ahead: 3, hour: 12 }));
    await restore(studio, moment, again);
    expect(restorable(studio), `${restored} and ${again}`).toEqual(content);
  }
});

test('the moment after an undone restore is what was there before it', async () => {
  const studio = await studioOfMany();
  const good = { position: (await studio.head()) ?? '' };
  await act(studio, step('weekly', { student: 'Cy', hour: 17 }));
  const content = restorable(studio);
  await restore(studio, good);
  await restore(studio, await beforeIt(studio));
  const moment = rightNow();
  await act(studio, step('delete series', { student: 'Cy' }));
  await restore(studio, moment);
  expect(restorable(studio)).toEqual(content);
});

test('the automatic backup before what follows a restore is what the restore led to', async () => {
  const studio = await studioOfMany();
  const good = { position: (await studio.head()) ?? '' };
  await act(studio, step('weekly', { student: 'Cy', hour: 17 }));
  await restore(studio, good);
  const content = restorable(studio);
  const cleared = await act(studio, step('clear', { nth: 1 }));
  const backup = studio.automaticBackups().find(({ batch_id: id }) => id === cleared);
  await restore(studio, { position: backup?.position ?? '' });
  expect(restorable(studio)).toEqual(content);
});

test('one teacher’s restore does not move the moment of another teacher’s change that happened beside it', async () => {
  const studio = await studioOfMany();
  const good = { position: (await studio.head()) ?? '' };
  await act(studio, step('weekly', { student: 'Cy', hour: 17 }));
  await act(studio, step('weekly', { student: 'Cy', hour: 18 }));
  const before = restorable(studio);
  await studio.requestRestore(good, 'A');
  // Fenced, started and one event of the restore itself.
  studio.killAfter(3);
  await expect(studio.carryOutRestore()).rejects.toThrow('The event log is not answering.');
  studio.killAfter(Infinity);
  await act(studio, step('weekly', { teacher: 'B', student: 'Ben', hour: 9 }));
  const beside = restorable(studio).lessons.filter(({ teacher_id: id }) => id === 'B');
  const moment = rightNow();
  studio.tick();
  await studio.carryOutRestore();
  await act(studio, step('delete series', { teacher: 'B', nth: 1 }));
  await restore(studio, moment, 'B');
  expect(restorable(studio).lessons.filter(({ teacher_id: id }) => id === 'B')).toEqual(beside);
  await restore(studio, moment);
  expect(restorable(studio).lessons.filter(({ teacher_id: id }) => id === 'B')).toEqual(beside);
  const ofA = (content: ReturnType<typeof restorable>) => content.lessons.filter(({ teacher_id: id }) => id === 'A');
  expect(ofA(restorable(studio))).toEqual(ofA(before));
});

test('a plan that awaits its decision again keeps its report when its moment is restored', async () => {
  for (const decision of ['accept', 'reject', 'withdraw'] as const) {
    const studio = await studioOfMany();
    const moment = { position: (await studio.head()) ?? '' };
    const content = restorable(studio);
    const decided = await act(studio, step(decision));
    await studio.undo(decided ?? '');
    const [reopened] = pendingReports(studio);
    await restore(studio, moment);
    expect(restorable(studio).lessons).toEqual(content.lessons);
    expect(pendingReports(studio), decision).toEqual([reopened]);
    expect(await act(studio, step('accept')), decision).not.toBeNull();
  }
});

test('a plan that was restored and undone awaits its decision under one report', async () => {
  const studio = await studioOfMany();
  const moment = { position: (await studio.head()) ?? '' };
  await act(studio, step('accept'));
  await restore(studio, moment);
  expect(pendingReports(studio)).toHaveLength(1);
  await restore(studio, moment);
  expect(pendingReports(studio)).toHaveLength(1);
  await restore(studio, await beforeIt(studio));
  expect(pendingReports(studio)).toHaveLength(1);
  expect(await act(studio, step('reject'))).not.toBeNull();
});
