import { randomUUID } from 'node:crypto';
import { sumsModel } from '@rondo/projections/testing/row-storage-contract.ts';
import { afterEach, expect, test, vi } from 'vitest';
import type { EventStore, NewEvent } from '../../log/event-store.ts';
import { memoryEventStore } from '../../log/memory/memory-event-store.ts';
import { mondayMorning, withSettableTime } from '../../../testing/settable-time.ts';
import { openMoments, type Moments } from './moments.ts';

withSettableTime();

const start = Date.parse(mondayMorning);
const at = (seconds: number) => ({ instant: new Date(start + seconds * 1000).toISOString().replace('Z', '000Z') });

let moments: Moments;
afterEach(() => moments.close());

const [sums] = sumsModel.tables;

const eventOf = (n: unknown, recordedAt?: string): NewEvent => ({
  eventId: randomUUID(),
  type: n === 'poison' ? 'poison' : 'add',
  data: n,
  metadata: {
    commandId: '',
    inputHash: '',
    correlationId: '',
    causationId: '',
    batchId: '',
    actor: '',
    studioId: 'studio',
    schemaVersion: 1,
    ...(recordedAt === undefined ? {} : { importedRecordedAt: recordedAt }),
  },
});

/** A log of sums whose nth event is recorded at second n; every stream is the studio's until it is erased. */
const sumsLog = (options: { maxBytes?: number; onRead?: () => Promise<unknown> } = {}) => {
  const store = memoryEventStore();
  let isErased = false;
  const streams = new Map<string, number>();
  let count = 0;
  const add = async (n: unknown, { name = 'a', recordedAt }: { name?: string; recordedAt?: string } = {}) => {
    const stream = `sum-studio.${name}`;
    const revision = streams.get(stream) ?? -1;
    streams.set(stream, revision + 1);
    count += 1;
    vi.setSystemTime(start + count * 1000);
    const event = eventOf(n, recordedAt);
    return store.append(stream, revision < 0 ? 'no_stream' : revision, [event]);
  };
  let eventsRead = 0;
  const readStream: EventStore['readStream'] = async (...range) => {
    await options.onRead?.();
    const events = await store.readStream(...range);
    eventsRead += events.length;
    return events;
  };
  const readStreams: EventStore['readStreams'] = (ranges, limit) =>
    Promise.all(ranges.map(({ stream, from }) => readStream(stream, { from, limit })));
  moments = openMoments({
    store: { ...store, readStream, readStreams },
    streamsOf: async () => (isErased ? [] : [...streams.keys()]),
    ...options,
  });
  const totals = async (when: Parameters<Moments['momentOf']>[1]) => {
    const { position, rows } = await moments.momentOf('studio', when).of(sumsModel);
    return {
      position,
      totals: sums
        ? rows(sums)
            .map(({ total }) => Number(total))
            .toSorted((a, b) => a - b)
        : [],
    };
  };
  /** Many events of one instant in one stream. */
  const addMany = async (length: number, name = 'many'): Promise<void> => {
    const stream = `sum-studio.${name}`;
    const revision = streams.get(stream) ?? -1;
    streams.set(stream, revision + length);
    await store.append(
      stream,
      revision < 0 ? 'no_stream' : revision,
      Array.from({ length }, () => eventOf(1)),
    );
  };
  return { add, addMany, totals, erase: () => (isErased = true), eventsRead: () => eventsRead };
};

test('a moment has what was recorded up to its instant, and names the last event', async () => {
  const { add, totals } = sumsLog();
  for (const n of [1, 10, 100]) await add(n);
  expect(await totals(at(0))).toEqual({ position: null, totals: [] });
  expect(await totals(at(1))).toEqual({ position: '1', totals: [1] });
  expect(await totals(at(2.5))).toEqual({ position: '2', totals: [11] });
  expect(await totals(at(60))).toEqual({ position: '3', totals: [111] });
  expect(await totals({ position: '2' })).toEqual({ position: '2', totals: [11] });
});

test('an event after the newest one is seen at once by a moment that it belongs to', async () => {
  const { add, totals } = sumsLog();
  await add(1);
  expect(await totals(at(60))).toEqual({ position: '1', totals: [1] });
  await add(2, { name: 'b' });
  expect(await totals(at(60))).toEqual({ position: '2', totals: [1, 2] });
  expect(await totals(at(1))).toEqual({ position: '1', totals: [1] });
});

test('what is recorded while a moment is read is left out as a whole, and is in the next answer', async () => {
  const meanwhile: (() => Promise<unknown>)[] = [];
  const { add, totals } = sumsLog({ onRead: async () => meanwhile.pop()?.() });
  await add(1);
  await add(2, { name: 'b' });
  meanwhile.push(async () => {
    await add(10);
    await add(20, { name: 'b' });
  });
  expect(await totals(at(60))).toEqual({ position: '2', totals: [1, 2] });
  expect(await totals(at(60))).toEqual({ position: '4', totals: [11, 22] });
});

test('an imported event counts from the time at which it was first recorded', async () => {
  const { add, totals } = sumsLog();
  await add(1, { recordedAt: '2020-01-01T00:00:00.000000Z' });
  await add(2, { recordedAt: '2021-01-01T00:00:00.000000Z' });
  expect((await totals({ instant: '2020-06-01T00:00:00.000000Z' })).totals).toEqual([1]);
  expect((await totals({ instant: '2021-06-01T00:00:00.000000Z' })).totals).toEqual([3]);
});

test('concurrent requests for a moment share one fold, and later ones need none', async () => {
  const { add, totals } = sumsLog();
  for (let n = 0; n < 20; n += 1) await add(n);
  const answers = await Promise.all(Array.from({ length: 10 }, () => totals(at(5.5))));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  await totals(at(5.7));
  await totals({ position: '5' });
  expect(moments.figures()).toMatchObject({ folds: 1, moments: 1 });
});

test('the cache stays within its bytes and drops what was not used for longest', async () => {
  const { add, totals } = sumsLog({ maxBytes: 1500 });
  for (let n = 0; n < 20; n += 1) await add(n, { name: `stream ${n}` });
  for (let n = 1; n <= 20; n += 1) {
    await totals({ position: String(n) });
    expect(moments.figures().bytes).toBeLessThanOrEqual(1500);
  }
  const { folds } = moments.figures();
  await totals({ position: '1' });
  expect(moments.figures().folds, 'an old moment is folded again').toBe(folds + 1);
  expect((await totals(at(20))).totals).toHaveLength(20);
});

test('a long stream is read to the moment, wherever that lies', async () => {
  const { add, addMany, totals } = sumsLog();
  await add(0);
  for (let n = 0; n < 7; n += 1) await addMany(900);
  for (const position of ['1', '2', '1000', '1001', '1002', '4001', '4002', '6300', '6301'])
    expect((await totals({ position })).totals.at(-1), position).toBe(Number(position) - 1);
  await addMany(1);
  expect((await totals(at(60))).totals).toEqual([0, 6301]);
  await addMany(4000);
  expect((await totals(at(60))).totals).toEqual([0, 10_301]);
});

test('long streams are folded in the order of the log', async () => {
  const { add, addMany, totals } = sumsLog();
  for (let n = 0; n < 8; n += 1) {
    await addMany(700, 'a');
    await add(1, { name: `short ${n}` });
    await addMany(450, 'b');
  }
  for (const position of [1, 700, 701, 1151, 1152, 3000, 5500, 9208]) {
    const rounds = Math.floor(position / 1151);
    const rest = position % 1151;
    const expected = [
      rounds * 700 + Math.min(rest, 700),
      rounds * 450 + Math.max(0, rest - 701),
      ...Array.from({ length: rounds + (rest > 700 ? 1 : 0) }, () => 1),
    ].filter((total) => total > 0);
    const found = await totals({ position: String(position) });
    expect(found.position).toBe(String(position));
    expect(found.totals, String(position)).toEqual(expected.toSorted((a, b) => a - b));
  }
});

test('a moment between known ones is folded from the one before it, and only what lies between is read', async () => {
  const { addMany, totals, eventsRead } = sumsLog();
  for (let n = 0; n < 6; n += 1) await addMany(900);
  await totals(at(60));
  const whole = eventsRead();
  expect(whole).toBe(5400);
  for (const position of ['4999', '123', '2700', '5100'])
    expect((await totals({ position })).totals, position).toEqual([Number(position)]);
  expect(eventsRead() - whole).toBeLessThan(4 * 900);
  const again = eventsRead();
  await totals({ position: '2700' });
  expect(eventsRead()).toBe(again);
});

test('several moments are seen in one pass, the earliest first', async () => {
  const { addMany, totals, eventsRead } = sumsLog();
  for (let n = 0; n < 5; n += 1) await addMany(500);
  const positions = ['100', '101', '1500', '1500', '2500'];
  const seen = await moments.each(
    'studio',
    sumsModel,
    positions.map((position) => ({ position })),
    ({ rows }, i) => [i, sums ? rows(sums).map(({ total }) => Number(total)) : []],
  );
  expect(seen).toEqual(positions.map((position, i) => [i, [Number(position)]]));
  expect(eventsRead()).toBe(2500);
  expect((await totals({ position: '1500' })).totals).toEqual([1500]);
});

test('an answer is cached for its studio alone, within the bytes of the moments, until the studio is erased', async () => {
  const { add, totals, erase } = sumsLog({ maxBytes: 20_000 });
  await add(1);
  const answersOf = (studioId: string) => moments.momentOf(studioId, at(1)).answers;
  const answer = (bytes: number) => ({ tag: '"a"', body: Buffer.alloc(bytes), isCompressed: false });
  const own = answer(100);
  await answersOf('studio').keep('lessons', own);
  expect(answersOf('studio').find('lessons')).toBe(own);
  expect(answersOf('studio').find('students')).toBeUndefined();
  expect(answersOf('other').find('lessons')).toBeUndefined();
  for (let n = 0; n < 10; n += 1) await answersOf('studio').keep(`large ${n}`, answer(5000));
  expect(moments.figures().bytes).toBeLessThanOrEqual(20_000);
  expect(answersOf('studio').find('lessons'), 'the least recently used').toBeUndefined();
  expect(answersOf('studio').find('large 9')).toBeDefined();
  erase();
  await totals(at(1));
  expect(answersOf('studio').find('large 9')).toBeUndefined();
  await answersOf('studio').keep('late', answer(10));
  expect(moments.figures().bytes).toBe(0);
});

test('a studio that is erased has no past, and nothing of it stays cached', async () => {
  const { add, totals, erase } = sumsLog();
  for (const n of [1, 2, 3]) await add(n);
  await totals(at(2));
  erase();
  expect(await totals(at(2))).toEqual({ position: null, totals: [] });
  expect(moments.figures()).toMatchObject({ moments: 0, bytes: 0 });
});

test('a studio whose event cannot be handled stays where it stopped, as in the live rows', async () => {
  const { add, totals } = sumsLog();
  for (const n of [1, 'poison', 2]) await add(n);
  expect((await totals(at(3))).totals).toEqual([1]);
});
