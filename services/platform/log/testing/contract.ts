import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AppendTooLarge,
  EmptyAppend,
  StreamDeleted,
  WrongExpectedRevision,
  type EventStore,
  type ExpectedRevision,
} from '../event-store.ts';
import { collect, event, freshStream } from './sample-events.ts';

/** What an engine gives the suite besides the port. */
export type EngineUnderTest = {
  readonly store: EventStore;
  /** Is awaited inside each append before its commit; a rejection rolls the append back. Absent: the engine has no such hook. */
  readonly setBeforeCommit?: (hook: (() => Promise<void>) | undefined) => void;
  /** The log as another process opens it, knowing only what the log holds. */
  readonly openAgain: () => Promise<EventStore>;
  readonly close: () => Promise<void>;
};

export const maxAppendBytes = 64 * 1024;

/** The rules of the event store's port: every engine passes all of them. */
export const eventStoreContract = (engine: string, open: () => Promise<EngineUnderTest>): void => {
  describe(`the event store contract on ${engine}`, () => {
    let store: EventStore;
    let under: EngineUnderTest;
    let opened = false;
    beforeAll(async () => {
      under = await open();
      store = under.store;
      opened = true;
    });
    afterAll(async () => {
      // The failed open has already reported why.
      if (!opened) return;
      await store.close();
      await under.close();
    });

    test('what was appended reads back in order, with data and metadata', async () => {
      const stream = freshStream();
      const events = [event('First', { n: 1, text: 'ü "quoted"' }), event('Second', { n: 2, list: [1, null] })];
      const appended = await store.append(stream, 'no_stream', events);
      const read = await store.readStream(stream);
      expect(read.map(({ type, data, revision, metadata }) => ({ type, data, revision, metadata }))).toEqual(
        events.map(({ type, data, metadata }, revision) => ({ type, data, revision, metadata })),
      );
      expect(appended.revision).toBe(1);
      expect(read.at(-1)?.position).toBe(appended.position);
      expect(await store.head()).toBe(appended.position);
    });

    test('a stream reads in ranges, forwards and backwards; an unknown stream is empty', async () => {
      const stream = freshStream();
      await store.append(stream, 'no_stream', [event('A'), event('B'), event('C'), event('D')]);
      const types = async (options: Parameters<EventStore['readStream']>[1]) =>
        (await store.readStream(stream, options)).map(({ type }) => type).join('');
      expect(await types({ from: 1, limit: 2 })).toBe('BC');
      expect(await types({ direction: 'backwards' })).toBe('DCBA');
      expect(await types({ direction: 'backwards', from: 1 })).toBe('BA');
      expect(await types({ from: 4 })).toBe('');
      expect(await store.readStream(freshStream())).toEqual([]);
    });

    test('several streams read at once, each from its own revision on, in the order of the ranges', async () => {
      const [one, two, gone] = [freshStream(), freshStream(), freshStream()];
      await store.append(one, 'no_stream', [event('A'), event('B'), event('C'), event('D')]);
      await store.append(two, 'no_stream', [event('E'), event('F')]);
      await store.append(gone, 'no_stream', [event('G')]);
      await store.deleteStreams([gone]);
      const types = async (ranges: Parameters<EventStore['readStreams']>[0], limit: number) =>
        (await store.readStreams(ranges, limit)).map((events) => events.map(({ type }) => type).join(''));
      const from = (stream: string, revision: number) => ({ stream, from: revision });
      expect(await types([from(two, 0), from(one, 1), from(freshStream(), 0)], 2)).toEqual(['EF', 'BC', '']);
      expect(await types([from(one, 3), from(gone, 0), from(two, 2)], 10)).toEqual(['D', '', '']);
      const [events] = await store.readStreams([from(one, 0)], 10);
      expect(events).toEqual(await store.readStream(one));
      expect(await store.readStreams([], 10)).toEqual([]);
    });

    test('a wrong expected revision is rejected with the actual one', async () => {
      const stream = freshStream();
      const actualRevision = async (expected: ExpectedRevision) => {
        const error: unknown = await store.append(stream, expected, [event()]).catch((reason: unknown) => reason);
        if (!(error instanceof WrongExpectedRevision)) throw new Error('The append was not rejected.');
        return error.actual;
      };
      expect(await actualRevision(3)).toBe('no_stream');
      await store.append(stream, 'no_stream', [event(), event()]);
      expect(await actualRevision('no_stream')).toBe(1);
      expect(await actualRevision(0)).toBe(1);
      expect(await actualRevision(2)).toBe(1);
      expect(await store.readStream(stream)).toHaveLength(2);
    });

    test('of 20 racing appends at one revision one wins', async () => {
      const stream = freshStream();
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, () => store.append(stream, 'no_stream', [event(), event()])),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(WrongExpectedRevision);
      expect(await store.readStream(stream)).toHaveLength(2);
    });

    test('the same ids at the same revision are one append, answered as the first time', async () => {
      const stream = freshStream();
      await store.append(stream, 'no_stream', [event('Before')]);
      const events = [event('Once'), event('Once')];
      const first = await store.append(stream, 0, events);
      const again = await store.append(stream, 0, events);
      await store.append(stream, 2, [event('After')]);
      const muchLater = await store.append(stream, 0, events);
      const recorded = await store.readStream(stream);
      expect(recorded).toHaveLength(4);
      for (const { position, revision, recordedAt } of [first, again, muchLater]) {
        expect({ position, revision }).toEqual({ position: recorded[2]?.position, revision: 2 });
        expect([null, recorded[2]?.recordedAt]).toContain(recordedAt);
      }
    });

    test('an empty append and one that is too large are rejected before anything is sent', async () => {
      const stream = freshStream();
      await expect(store.append(stream, 'no_stream', [])).rejects.toBeInstanceOf(EmptyAppend);
      const large = event('Large', { text: 'x'.repeat(maxAppendBytes) });
      await expect(store.append(stream, 'no_stream', [event(), large])).rejects.toBeInstanceOf(AppendTooLarge);
      expect(await store.readStream(stream)).toEqual([]);
    });

    test('a deleted stream reads as absent, is left out of subscriptions and can never be written again', async () => {
      const category = `gone${randomUUID().slice(0, 8)}`;
      const stream = freshStream(category);
      await store.append(stream, 'no_stream', [event(), event()]);
      await store.deleteStreams([stream]);
      await store.deleteStreams([stream]);
      expect(await store.readStream(stream)).toEqual([]);
      await expect(store.append(stream, 'no_stream', [event()])).rejects.toBeInstanceOf(StreamDeleted);
      await expect(store.append(stream, 1, [event()])).rejects.toBeInstanceOf(StreamDeleted);
      const other = freshStream(category);
      await store.append(other, 'no_stream', [event('Kept')]);
      const seen = await collect(store, { after: null, prefixes: [`${category}-`] }, (_, caughtUp) => caughtUp);
      expect(seen.map(({ type }) => type)).toEqual(['Kept']);
    });

    test('the names of deleted streams are listed, also of one that was never written, for other processes too', async () => {
      const [written, never, kept] = [freshStream(), freshStream(), freshStream()];
      await store.append(written, 'no_stream', [event()]);
      await store.append(kept, 'no_stream', [event()]);
      await store.deleteStreams([written, never]);
      await expect(store.append(never, 'no_stream', [event()])).rejects.toBeInstanceOf(StreamDeleted);
      const fresh = await under.openAgain();
      for (const names of [await store.deletedStreams(), await fresh.deletedStreams()])
        expect([written, never, kept].map((name) => names.includes(name))).toEqual([true, true, false]);
      await fresh.close();
    });

    test('streams that are deleted while subscriptions follow are left out for a process that opens the log afterwards', async () => {
      const category = `left${randomUUID().slice(0, 8)}`;
      const [gone, kept] = [freshStream(category), freshStream(category)];
      await store.append(gone, 'no_stream', [event('Gone')]);
      await store.append(kept, 'no_stream', [event('Kept')]);
      const stop = new AbortController();
      const following = [[`${category}-`], [''], ['elsewhere-']].map((prefixes) => {
        const caughtUp = Promise.withResolvers<void>();
        const follow = async (): Promise<void> => {
          for await (const delivery of store.subscribe({ after: null, prefixes, signal: stop.signal }))
            if (delivery.caughtUp) caughtUp.resolve();
        };
        return { caughtUp: caughtUp.promise, ended: follow() };
      });
      await Promise.all(following.map(({ caughtUp }) => caughtUp));
      await store.deleteStreams([gone]);
      stop.abort();
      await Promise.all(following.map(({ ended }) => ended));
      const fresh = await under.openAgain();
      for (const prefixes of [[`${category}-`], ['']]) {
        const seen = await collect(fresh, { after: null, prefixes }, (_, caughtUp) => caughtUp);
        expect(seen.filter(({ stream }) => [gone, kept].includes(stream)).map(({ type }) => type)).toEqual(['Kept']);
      }
      await fresh.close();
    });

    test('a subscriber gets only its prefixes, and learns of the log’s end even when no event matches', async () => {
      const category = `own${randomUUID().slice(0, 8)}`;
      await store.append(freshStream(category), 'no_stream', [event('Mine')]);
      await store.append(freshStream(), 'no_stream', [event('Other')]);
      const head = await store.head();
      const stop = new AbortController();
      const types: string[] = [];
      let upTo: string | null = null;
      for await (const delivery of store.subscribe({ after: null, prefixes: [`${category}-`], signal: stop.signal })) {
        types.push(...delivery.events.map(({ type }) => type));
        upTo = delivery.upTo;
        if (delivery.caughtUp) stop.abort();
      }
      expect(types).toEqual(['Mine']);
      expect(upTo === null || head === null ? null : store.compare(upTo, head)).toBe(0);
    });

    test('a subscriber resumes after any position', async () => {
      const category = `resume${randomUUID().slice(0, 8)}`;
      const stream = freshStream(category);
      const { position } = await store.append(stream, 'no_stream', [event('A'), event('B')]);
      await store.append(stream, 1, [event('C')]);
      const rest = await collect(store, { after: position, prefixes: [`${category}-`] }, (_, caughtUp) => caughtUp);
      expect(rest.map(({ type }) => type)).toEqual(['C']);
    });

    test('a waiting subscriber is woken by an append', async () => {
      const category = `wake${randomUUID().slice(0, 8)}`;
      const waiting = collect(
        store,
        { after: await store.head(), prefixes: [`${category}-`] },
        (events) => events.length >= 2,
      );
      await delay(50);
      const started = performance.now();
      await store.append(freshStream(category), 'no_stream', [event('A'), event('B')]);
      expect((await waiting).map(({ type }) => type)).toEqual(['A', 'B']);
      expect(performance.now() - started).toBeLessThan(900);
    });

    test('32 concurrent writers with slow and rolled-back appends: a subscriber misses nothing, sees nothing twice, in commit order', async () => {
      const category = `busy${randomUUID().slice(0, 8)}`;
      const [writers, rounds] = [32, 8];
      let appends = 0;
      under.setBeforeCommit?.(async () => {
        appends += 1;
        if (appends % 5 === 0) await delay(5);
        if (appends % 7 === 0) throw new Error('rolled back by the test');
      });
      const after = await store.head();
      const total = writers * rounds * 2;
      const watching = collect(store, { after, prefixes: [`${category}-`] }, (events) => events.length >= total);
      const committed = new Map<string, string[]>();
      await Promise.all(
        Array.from({ length: writers }, async (_, writer) => {
          const stream = `${category}-${writer}`;
          const ids: string[] = [];
          for (let round = 0; round < rounds;) {
            const events = [event(), event()];
            try {
              await store.append(stream, round === 0 ? 'no_stream' : round * 2 - 1, events);
              ids.push(...events.map(({ eventId }) => eventId));
              round += 1;
            } catch (error) {
              // Rolled back by the hook: try the same round again with other ids.
              if (!under.setBeforeCommit) throw error;
            }
          }
          committed.set(stream, ids);
        }),
      );
      under.setBeforeCommit?.(undefined);
      const seen = await watching;
      expect(new Set(seen.map(({ eventId }) => eventId)).size).toBe(total);
      for (const [stream, ids] of committed)
        expect(seen.filter((one) => one.stream === stream).map(({ eventId }) => eventId)).toEqual(ids);
      for (const [i, one] of seen.entries()) {
        const next = seen[i + 1];
        if (!next) break;
        expect(store.compare(one.position, next.position)).toBeLessThan(0);
        expect(one.recordedAt <= next.recordedAt).toBe(true);
      }
      const again = await collect(store, { after, prefixes: [`${category}-`] }, (_, caughtUp) => caughtUp);
      expect(again).toEqual(seen);
    });
  });
};
