import fc from 'fast-check';
import { expect, test } from 'vitest';
import { piecesOf } from './follow.ts';
import type { Delivery } from './source.ts';

const metadata = {
  studioId: 's',
  actor: 'a',
  commandId: 'c',
  correlationId: 'c',
  causationId: 'c',
  batchId: 'c',
  schemaVersion: 1,
  inputHash: '',
};

/** A delivery of events with lists of these lengths, some at one position. */
const deliveryOf = (lists: readonly number[], shared = new Set<number>()): Delivery => {
  let position = 0;
  const events = lists.map((length, i) => {
    position += shared.has(i) ? 0 : 1;
    const data = { list: Array.from({ length }, () => 'x') };
    return {
      position: `${position}`,
      stream: 'student-s.1',
      revision: i,
      eventId: `${i}`,
      type: 'T',
      data,
      metadata,
      recordedAt: '',
    };
  });
  return { events, upTo: '1000', caughtUp: true };
};

const seed = 28;

test('pieces have every event once, in order, and only the last one says where the delivery ends', () => {
  const lists = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 40 });
  fc.assert(
    fc.property(lists, fc.uniqueArray(fc.integer({ min: 1, max: 39 })), (lengths, shared) => {
      const delivery = deliveryOf(lengths, new Set(shared));
      const pieces = [...piecesOf(delivery, 3000)];
      expect(pieces.flatMap(({ events }) => events)).toEqual(delivery.events);
      expect(pieces.at(-1)).toMatchObject({ upTo: '1000', caughtUp: true });
      for (const { events, upTo, caughtUp } of pieces.slice(0, -1)) {
        expect(caughtUp).toBe(false);
        expect(events.at(-1)?.position).toBe(upTo);
      }
      const ends = pieces.map(({ events }) => events.at(-1)?.position);
      const begins = pieces.slice(1).map(({ events }) => events[0]?.position);
      begins.forEach((begin, i) => expect(begin).not.toBe(ends[i]));
    }),
    { seed },
  );
});

test('large events come in pieces of their own, small ones together', () => {
  const sizes = (lists: readonly number[]) => [...piecesOf(deliveryOf(lists))].map(({ events }) => events.length);
  expect(sizes([5000, 5000, 5000])).toEqual([1, 1, 1]);
  expect(sizes(Array.from({ length: 500 }, () => 2))).toEqual([500]);
  expect(sizes([])).toEqual([0]);
});
