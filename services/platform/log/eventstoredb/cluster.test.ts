import { afterEach, expect, test } from 'vitest';
import { collect, event, freshStream } from '../testing/sample-events.ts';
import { eventStoreDbEventStore } from './eventstoredb-event-store.ts';
import { testLog } from '@rondo/tools/eventstoredb-server/log.ts';
import { startTestServer, type TestServer } from '@rondo/tools/eventstoredb-server/test-server.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

/** Three nodes sharing one log, with the named one as leader. */
const startCluster = async () => {
  const log = testLog();
  const nodes: TestServer[] = [];
  const alive = new Set<TestServer>();
  let leader = 0;
  const members = () =>
    nodes
      .map((node, i) => ({ node, role: i === leader ? ('leader' as const) : ('follower' as const) }))
      .filter(({ node }) => alive.has(node))
      .map(({ node: { host, port }, role }) => ({ host, port, role }));
  for (let i = 0; i < 3; i += 1) {
    const node = await startTestServer({ log, members });
    nodes.push(node);
    alive.add(node);
    cleanups.push(node.stop);
  }
  return {
    nodes,
    connectionString: `esdb://${nodes.map(({ host, port }) => `${host}:${port}`).join(',')}?tls=false`,
    lead: (node: number) => {
      leader = node;
    },
    kill: async (node: number) => {
      const victim = nodes[node];
      if (!victim) throw new Error('there is no such node');
      alive.delete(victim);
      await victim.stop();
    },
  };
};

const patience = { answerMilliseconds: 1000, tries: 8, firstPause: 20, longestPause: 200 };

test('finds the leader of a cluster and writes to it', async () => {
  const cluster = await startCluster();
  cluster.lead(1);
  const store = eventStoreDbEventStore({ connectionString: cluster.connectionString, patience });
  cleanups.push(() => store.close());
  await store.append(freshStream(), 'no_stream', [event()]);
  expect(cluster.nodes.map(({ calls }) => calls.append)).toEqual([0, 1, 0]);
});

test('when the leader dies, writes and subscriptions continue on the next one, once each', async () => {
  const cluster = await startCluster();
  const store = eventStoreDbEventStore({
    connectionString: cluster.connectionString,
    patience,
    silenceMilliseconds: 1000,
  });
  cleanups.push(() => store.close());
  const stream = freshStream();
  const events = Array.from({ length: 6 }, () => event());
  const watching = collect(store, { after: null, prefixes: [stream] }, (seen) => seen.length >= events.length);
  for (const [i, one] of events.entries()) {
    if (i === 3) {
      cluster.lead(2);
      await cluster.kill(0);
    }
    await store.append(stream, i === 0 ? 'no_stream' : i - 1, [one]);
  }
  expect((await watching).map(({ eventId }) => eventId)).toEqual(events.map(({ eventId }) => eventId));
  expect(cluster.nodes[2]?.calls.append).toBeGreaterThanOrEqual(3);
});

test('when leadership changes without a crash, the old leader redirects to the new one', async () => {
  const cluster = await startCluster();
  const store = eventStoreDbEventStore({ connectionString: cluster.connectionString, patience });
  cleanups.push(() => store.close());
  const stream = freshStream();
  await store.append(stream, 'no_stream', [event()]);
  cluster.lead(1);
  await store.append(stream, 0, [event()]);
  expect(cluster.nodes[1]?.calls.append).toBe(1);
  expect(await store.readStream(stream)).toHaveLength(2);
});
