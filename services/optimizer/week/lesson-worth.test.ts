import loadHighs from 'highs';
import { expect, test } from 'vitest';
import { weekWorthDriving } from '../trade-offs.ts';
import { storedInstance } from '../testing/stored-instances.ts';
import { planWeek } from '../threads/worker.ts';
import { MessageChannel } from 'node:worker_threads';

const cheaper = [
  { students: 21, saved: 40 },
  { students: 20, saved: 130 },
  { students: 19, saved: 150 },
];

test('a lesson that is worth its drive is kept', () => {
  expect(weekWorthDriving(cheaper, 22, 100)).toBeUndefined();
});

test('lessons that cost more than they are worth are dropped, as many as pay off', () => {
  expect(weekWorthDriving(cheaper, 22, 60)).toEqual({ students: 20, saved: 130 });
  expect(weekWorthDriving(cheaper, 22, 25)).toEqual({ students: 20, saved: 130 });
  expect(weekWorthDriving(cheaper, 22, 1)).toEqual({ students: 19, saved: 150 });
});

test('a planned week lists the cost of the last students, and drops them given a lower value of a lesson', async () => {
  await loadHighs();
  const plan = (lessonWorth?: number) => {
    const { port1, port2 } = new MessageChannel();
    port1.unref();
    return planWeek({
      instance: storedInstance('pub-rural-1'),
      names: {},
      options: { iterations: 2000, ...(lessonWorth === undefined ? {} : { lessonWorth }) },
      stop: new Int32Array(new SharedArrayBuffer(4)),
      progress: port2,
    }).finally(() => port1.close());
  };
  const all = await plan();
  expect(all.tradeOffs.length).toBeGreaterThan(0);
  expect(all.spared).toBeNull();
  const fewer = await plan(1);
  expect(fewer.spared?.students.length).toBe(3);
  expect(fewer.explanation.figures.driveMinutes).toBe(
    all.explanation.figures.driveMinutes - (fewer.spared?.saved ?? 0),
  );
  expect(fewer.explanation.leftOut.map(({ studentId }) => studentId)).toEqual(
    expect.arrayContaining([...(fewer.spared?.students ?? [])]),
  );
});
