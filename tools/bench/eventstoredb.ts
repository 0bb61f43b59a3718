import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EventStoreDBClient, NO_STREAM, START, streamNameFilter } from '@eventstore/db-client';
import { freePort } from '@rondo/services/platform/postgres/embedded/server.ts';
import { operatedServer, wireLevelServer, type LogServer } from '../chaos/log-server.ts';
import { eventStoreDbEventStore } from '@rondo/services/platform/log/eventstoredb/eventstoredb-event-store.ts';
import { toEventData } from '@rondo/services/platform/log/eventstoredb/records.ts';
import type { EventStore } from '@rondo/services/platform/log/event-store.ts';
import { benchDatabase, type BenchDatabase } from './bench-database.ts';
import { rondoOn } from './bench-rondo.ts';
import { longSchedule, type LongSchedule } from './long-log.ts';
import { median, percentile, timeEach, type Row } from './measure.ts';
import { rate, type Append } from './rate.ts';

const writers = 32;
const rounds = 5;
/** The number of events that each writer appends in a round. */
const many = 1000;
const few = 100;
const clicks = 300;
const warmUp = 40;

/** The client alone, as its own documentation uses it: no credentials, and so its batch call. */
const bareAppend =
  (client: EventStoreDBClient): Append =>
  (stream, expected, events) =>
    client.appendToStream(stream, events.map(toEventData), {
      expectedRevision: expected === 'no_stream' ? NO_STREAM : BigInt(expected),
    });

const appendRows = async (store: EventStore, client: EventStoreDBClient, each: number, size: number) => {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round += 1) {
    const schedules = () => Array.from({ length: writers }, longSchedule);
    const ourRate = await rate((...append) => store.append(...append), schedules(), each, size);
    const theirRate = await rate(bareAppend(client), schedules(), each, size);
    if (round === -1) continue;
    ours.push(ourRate);
    theirs.push(theirRate);
  }
  return { ours: median(ours), theirs: median(theirs) };
};

const written = async (store: EventStore): Promise<LongSchedule[]> => {
  const schedules = Array.from({ length: writers }, longSchedule);
  await rate((...append) => store.append(...append), schedules, many, 100);
  return schedules;
};

/** Reads every schedule of the log with a new subscription, ours and the bare client's. */
const catchUp = async (store: EventStore, client: EventStoreDBClient) => {
  const events = (await written(store)).length * many;
  const times = async (work: () => Promise<number>): Promise<number> => {
    const started = performance.now();
    const read = await work();
    return (read * 1000) / (performance.now() - started);
  };
  const byOurs = async (): Promise<number> => {
    let read = 0;
    const stop = new AbortController();
    for await (const delivery of store.subscribe({ after: null, prefixes: ['schedule'], signal: stop.signal })) {
      read += delivery.events.length;
      if (delivery.caughtUp) stop.abort();
    }
    return read;
  };
  const byClient = async (expected: number): Promise<number> => {
    let read = 0;
    const done = Promise.withResolvers<void>();
    const filter = streamNameFilter({ prefixes: ['schedule-'] });
    const subscription = client.subscribeToAll({ fromPosition: START, filter });
    subscription.on('data', ({ event }) => {
      if (event && (read += 1) === expected) done.resolve();
    });
    subscription.once('error', done.reject);
    await done.promise;
    await subscription.unsubscribe();
    return read;
  };
  const [ours, theirs]: [number[], number[]] = [[], []];
  const all = await byOurs();
  for (let round = 0; round < 3; round += 1) {
    ours.push(await times(byOurs));
    theirs.push(await times(() => byClient(all)));
  }
  return { events, ours: median(ours), theirs: median(theirs) };
};

/** An edit of a student over HTTP by the product on either log, alternating in one run. */
const clickRows = async (url: string): Promise<Row[]> => {
  const databases: BenchDatabase[] = [await benchDatabase(), await benchDatabase()];
  const [onPostgres, onServer] = [
    await rondoOn(databases[0] ?? (await benchDatabase())),
    await rondoOn(databases[1] ?? (await benchDatabase()), { EVENTSTORE_URL: url }),
  ];
  const clickOf = async ({ visitor }: typeof onPostgres) => {
    const body = { firstName: 'Ann', lastName: 'Bench', address: '78704' };
    const { id } = (await visitor.post('/api/students', body)).json;
    return async (run: number): Promise<void> => {
      const { status, text } = await visitor.put(`/api/students/${id}`, { firstName: `Ann ${run} ${Math.random()}` });
      if (status !== 200) throw new Error(text);
    };
  };
  const [postgres, server] = [await clickOf(onPostgres), await clickOf(onServer)];
  const [there, here]: [number[], number[]] = [[], []];
  for (let block = 0; block < 4; block += 1) {
    here.push(...(await timeEach(clicks / 4, block === 0 ? warmUp : 5, postgres)));
    there.push(...(await timeEach(clicks / 4, block === 0 ? warmUp : 5, server)));
  }
  await Promise.all([onPostgres.stop(), onServer.stop()]);
  await Promise.all(databases.map(({ stop }) => stop()));
  const figures = (times: readonly number[]) => ({ 'p50 ms': median(times), 'p95 ms': percentile(times, 0.95) });
  return [
    { what: 'edit of a student over HTTP, log in PostgreSQL', figures: figures(here) },
    { what: 'the same, log on EventStoreDB', figures: figures(there) },
    { what: 'ratio', figures: { p50: median(there) / median(here) }, aim: 'at most 1.3' },
  ];
};

const onLogServer = async <T>(url: string, work: (server: LogServer) => Promise<T>): Promise<T> => {
  const none = { kill: undefined, start: undefined, pause: undefined, resume: undefined };
  if (url !== 'wire') return work(operatedServer(url, none));
  const dir = await mkdtemp(path.join(tmpdir(), 'rondo-bench-log-'));
  const server = await wireLevelServer(dir, await freePort());
  try {
    return await work(server);
  } finally {
    await server.close();
    await rm(dir, { recursive: true });
  }
};

/**
 * The log on an EventStoreDB beside the client that it is built on: appends, catching up, and a click.
 * @param url of the server, or `wire` for the wire-level test server as a process of its own
 */
export const benchEventStoreDb = (url: string): Promise<Row[]> =>
  onLogServer(url, async (server) => {
    // First, because the product builds its read models from the whole log.
    const clicked = await clickRows(server.url);
    const store = eventStoreDbEventStore({ connectionString: server.url });
    const client = EventStoreDBClient.connectionString(server.url);
    // While the log is short, because each round reads all of it.
    const reading = await catchUp(store, client);
    const single = await appendRows(store, client, few, 1);
    const fifty = await appendRows(store, client, many, 50);
    await store.close();
    await client.dispose();
    const share = ({ ours, theirs }: { readonly ours: number; readonly theirs: number }) => ({ share: ours / theirs });
    const ofBoth = (what: string, both: { readonly ours: number; readonly theirs: number }, aim?: string): Row[] => [
      { what, figures: { 'events/s': both.ours } },
      { what: 'the same by the bare client', figures: { 'events/s': both.theirs } },
      { what: 'share of the bare client’s', figures: share(both), ...(aim === undefined ? {} : { aim }) },
    ];
    return [
      ...ofBoth(`append by ${writers} writers, one event each time, on EventStoreDB`, single, 'at least 0.8'),
      ...ofBoth(`append by ${writers} writers, 50 events each time, on EventStoreDB`, fifty, 'at least 0.95'),
      ...ofBoth('a new subscription catches up with every schedule', reading),
      ...clicked,
    ];
  });
