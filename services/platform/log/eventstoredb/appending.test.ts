import { afterEach, describe, expect, test } from 'vitest';
import { AppendTooLarge, LogUnavailable, StreamDeleted, WrongExpectedRevision } from '../event-store.ts';
import { event, freshStream } from '../testing/sample-events.ts';
import { eventStoreDbEventStore, type EventStoreDbOptions } from './eventstoredb-event-store.ts';
import type { AppendFault } from '@rondo/tools/eventstoredb-server/faults.ts';
import { startTestServer, type TestServerOptions } from '@rondo/tools/eventstoredb-server/test-server.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

const patience = { answerMilliseconds: 1000, tries: 3, firstPause: 5, longestPause: 20 };

const open = async (serverOptions: TestServerOptions = {}, options: Partial<EventStoreDbOptions> = {}) => {
  const server = await startTestServer(serverOptions);
  cleanups.push(server.stop);
  const store = eventStoreDbEventStore({ connectionString: server.connectionString, patience, ...options });
  cleanups.push(() => store.close());
  return { server, store };
};

describe('an append', () => {
  test('takes one round trip, over a call that stays open', async () => {
    const { server, store } = await open();
    const stream = freshStream();
    for (let revision = -1; revision < 9; revision += 1)
      await store.append(stream, revision < 0 ? 'no_stream' : revision, [event()]);
    expect(server.appends).toHaveLength(10);
    expect(server.calls).toMatchObject({ append: 10, appendCalls: 1, read: 0 });
  });

  test('is not rejected when another connection ends, as it would be by the client’s own call', async () => {
    const { server, store } = await open();
    const other = await open();
    server.faults.append.push({ fault: 'late', milliseconds: 300 });
    other.server.faults.append.push({ fault: 'silence', written: false });
    const ours = store.append(freshStream(), 'no_stream', [event()]);
    const theirs = other.store.append(freshStream(), 'no_stream', [event()]);
    await other.server.stop();
    await expect(theirs).rejects.toBeInstanceOf(LogUnavailable);
    await ours;
    expect(server.appends, 'sent once').toHaveLength(1);
  });

  test('of several megabytes is sent in several messages and written as one', async () => {
    const maxAppendBytes = 16 * 1024 * 1024;
    // Its 6 MB take a busy machine a while to read.
    const slow = { ...patience, answerMilliseconds: 10_000 };
    const { store } = await open({ maxAppendBytes }, { maxAppendBytes, patience: slow });
    const stream = freshStream();
    const events = Array.from({ length: 4 }, () => event('Large', { text: 'x'.repeat(1_500_000) }));
    expect((await store.append(stream, 'no_stream', events)).revision).toBe(3);
    expect((await store.readStream(stream)).map(({ eventId }) => eventId)).toEqual(
      events.map(({ eventId }) => eventId),
    );
  });

  test('is refused by its own server alone, as one that the server was not ready for is', async () => {
    const { server, store } = await open();
    server.faults.append.push({ fault: 'not ready' });
    await store.append(freshStream(), 'no_stream', [event()]);
    expect(server.calls).toMatchObject({ append: 2, appendCalls: 1 });
  });

  test.each<[string, AppendFault]>([
    ['whose answer is lost', { fault: 'lost answer' }],
    ['that meets an unavailable server', { fault: 'unavailable' }],
    ['that was written and is never answered', { fault: 'silence', written: true }],
    ['that was not written and is never answered', { fault: 'silence', written: false }],
    ['that is answered long after the writer gave up', { fault: 'late', milliseconds: 1250 }],
    ['that a follower rejects without knowing the leader', { fault: 'not leader', leader: null }],
  ])('%s is sent again with the same ids at the same exact revision and counts once', async (_, fault) => {
    const { server, store } = await open();
    const stream = freshStream();
    await store.append(stream, 'no_stream', [event()]);
    const events = [event(), event()];
    const ids = events.map(({ eventId }) => eventId);
    server.faults.append.push(fault);
    const appended = await store.append(stream, 0, events);
    expect(appended.revision).toBe(2);
    expect(server.appends.slice(1)).toEqual([
      { stream, expected: 0n, ids },
      { stream, expected: 0n, ids },
    ]);
    expect((await store.readStream(stream)).slice(1).map(({ eventId }) => eventId)).toEqual(ids);
    expect(await store.append(stream, 0, events)).toEqual(appended);
  });

  test('to a new stream is sent again as one to a new stream, never as one to any', async () => {
    const { server, store } = await open();
    server.faults.append.push({ fault: 'lost answer' }, { fault: 'unavailable' });
    await store.append(freshStream(), 'no_stream', [event()]);
    expect(server.appends.map(({ expected }) => expected)).toEqual(['no_stream', 'no_stream', 'no_stream']);
    expect(server.log.all).toHaveLength(1);
  });

  test('that is not answered is sent again on another connection, since the first may be dead', async () => {
    const { server, store } = await open();
    await store.append(freshStream(), 'no_stream', [event()]);
    await store.append(freshStream(), 'no_stream', [event()]);
    expect(server.peers.size).toBe(1);
    server.faults.append.push({ fault: 'silence', written: true });
    await store.append(freshStream(), 'no_stream', [event()]);
    expect(server.peers.size).toBe(2);
  });

  test('whose outcome stays unknown reports that, and can be sent again later', async () => {
    const { server, store } = await open();
    const stream = freshStream();
    const events = [event()];
    const lost = { fault: 'lost answer' } as const;
    server.faults.append.push(lost, { fault: 'unavailable' }, { fault: 'unavailable' });
    await expect(store.append(stream, 'no_stream', events)).rejects.toBeInstanceOf(LogUnavailable);
    expect((await store.append(stream, 'no_stream', events)).revision).toBe(0);
    expect(server.log.all).toHaveLength(1);
  });

  test('that the server accepted long ago gets its first answer even though the server has forgotten the ids', async () => {
    const { server, store } = await open();
    const stream = freshStream();
    const events = [event(), event()];
    const { position, revision } = await store.append(stream, 'no_stream', events);
    server.faults.append.push({ fault: 'wrong expected version' });
    expect(await store.append(stream, 'no_stream', events)).toMatchObject({ position, revision });
  });

  test('with known ids at a new revision is written again, so a repeated command is remembered by its stream alone', async () => {
    const { store } = await open();
    const stream = freshStream();
    const events = [event()];
    await store.append(stream, 'no_stream', events);
    expect((await store.append(stream, 0, events)).revision).toBe(1);
    expect(await store.readStream(stream)).toHaveLength(2);
  });

  test('is rejected with the stream’s actual revision, also when the stream does not exist', async () => {
    const { store } = await open();
    const stream = freshStream();
    await expect(store.append(stream, 4, [event()])).rejects.toMatchObject({ actual: 'no_stream' });
    await store.append(stream, 'no_stream', [event()]);
    await expect(store.append(stream, 'no_stream', [event()])).rejects.toMatchObject({ actual: 0 });
  });

  test('that lost the race while its answer was lost fails with a wrong revision', async () => {
    const { server, store } = await open();
    const stream = freshStream();
    server.faults.append.push({ fault: 'silence', written: false });
    const loser = store.append(stream, 'no_stream', [event()]);
    await store.append(stream, 'no_stream', [event()]);
    await expect(loser).rejects.toBeInstanceOf(WrongExpectedRevision);
  });

  test('goes to the leader that a follower names', async () => {
    const leader = await startTestServer();
    cleanups.push(leader.stop);
    const { server, store } = await open({
      log: leader.log,
      members: () => [{ host: leader.host, port: leader.port, role: 'leader' }],
    });
    const stream = freshStream();
    await store.append(stream, 'no_stream', [event()]);
    await store.append(stream, 0, [event()]);
    expect([server.calls.appendCalls, leader.calls.append]).toEqual([1, 2]);
  });
});

describe('the size of an append', () => {
  // What the server counts: data, metadata, and two bytes for each letter of the type.
  const sized = (bytes: number) => {
    const rest =
      Buffer.byteLength(JSON.stringify({ text: '' }) + JSON.stringify(event().metadata)) + 2 * 'Large'.length;
    return event('Large', { text: 'x'.repeat(bytes - rest) });
  };

  test('at the limit is accepted by both, one byte more is rejected before anything is sent', async () => {
    const { server, store } = await open({ maxAppendBytes: 4096 }, { maxAppendBytes: 4096 });
    await store.append(freshStream(), 'no_stream', [sized(4096)]);
    await expect(store.append(freshStream(), 'no_stream', [sized(4097)])).rejects.toBeInstanceOf(AppendTooLarge);
    expect(server.appends).toHaveLength(1);
  });

  test('is a megabyte at most where no other limit is given', async () => {
    const { server, store } = await open();
    await store.append(freshStream(), 'no_stream', [sized(1024 * 1024)]);
    await expect(store.append(freshStream(), 'no_stream', [sized(1024 * 1024 + 1)])).rejects.toThrow(
      "is over the log's limit of 1048576 bytes",
    );
    expect(server.appends).toHaveLength(1);
  });

  test('over a limit that only the server has is the same error', async () => {
    const { store } = await open({ maxAppendBytes: 512 });
    await expect(store.append(freshStream(), 'no_stream', [sized(600)])).rejects.toBeInstanceOf(AppendTooLarge);
  });
});

describe('deleting streams', () => {
  test('goes on when an answer is lost', async () => {
    const { server, store } = await open();
    const stream = freshStream();
    await store.append(stream, 'no_stream', [event()]);
    server.faults.tombstone.push({ fault: 'lost answer' });
    await store.deleteStreams([stream]);
    expect(await store.readStream(stream)).toEqual([]);
    await expect(store.append(stream, 0, [event()])).rejects.toBeInstanceOf(StreamDeleted);
  });

  test('by two processes at once leaves both deleted for a third', async () => {
    const { server, store } = await open();
    const [one, other] = [freshStream(), freshStream()];
    await Promise.all([one, other].map((stream) => store.append(stream, 'no_stream', [event()])));
    const second = eventStoreDbEventStore({ connectionString: server.connectionString, patience });
    cleanups.push(() => second.close());
    await Promise.all([store.deleteStreams([one]), second.deleteStreams([other])]);
    const third = eventStoreDbEventStore({ connectionString: server.connectionString, patience });
    cleanups.push(() => third.close());
    for await (const delivery of third.subscribe({
      after: null,
      prefixes: ['test-'],
      signal: AbortSignal.timeout(3000),
    })) {
      expect(delivery.events).toEqual([]);
      if (delivery.caughtUp) break;
    }
  });
});
