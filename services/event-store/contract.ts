import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventStore, NewEvent } from './event-store.ts';

const event = (type = 'Tested', data: unknown = {}): NewEvent => ({
  eventId: randomUUID(),
  type,
  data,
  metadata: {
    commandId: 'c',
    inputHash: 'h',
    correlationId: 'c',
    causationId: 'c',
    batchId: 'b',
    studioId: 's',
    actor: 'a',
    schemaVersion: 1,
  },
});

/** The rules of the event store's port: every engine passes all of them. */
export const eventStoreContract = (engine: string, open: () => Promise<EventStore>): void => {
  describe(`the event store contract on ${engine}`, () => {
    let store: EventStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    test('what was appended reads back in order', async () => {
      const stream = `test-${randomUUID()}`;
      const appended = await store.append(stream, 'no_stream', [event('First', { n: 1 }), event('Second', { n: 2 })]);
      const read = await store.readStream(stream);
      expect(read.map(({ type, data, revision }) => ({ type, data, revision }))).toEqual([
        { type: 'First', data: { n: 1 }, revision: 0 },
        { type: 'Second', data: { n: 2 }, revision: 1 },
      ]);
      expect(appended.revision).toBe(1);
      expect(read.at(-1)?.position).toBe(appended.position);
    });
  });
};
