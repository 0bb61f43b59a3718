import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { randomUUID } from 'node:crypto';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { z } from 'zod';
import type { EventStore } from '@rondo/services/platform/log/event-store.ts';
import { postgresEventStore } from '@rondo/services/platform/log/postgres/postgres-event-store.ts';
import { benchDatabase, type BenchDatabase } from './bench-database.ts';
import { rondoOn } from './bench-rondo.ts';
import { eventsEach, longSchedule, newEvent } from './long-log.ts';
import type { Row } from './measure.ts';

const schedulesOfStudio = 2;
/** The sizes of a teacher's appends: mostly single changes, now and then a plan. */
const appendSizes = [1, 1, 2, 1, 3, 1, 2, 21];

/** A studio of two schedules that are changed in turn, one append after the other. */
const fillStudio = async (store: EventStore, events: number): Promise<void> => {
  const studioId = randomUUID();
  const schedules = Array.from({ length: schedulesOfStudio }, () => ({
    stream: streamName(scheduleEvents, studioId, randomUUID()),
    events: longSchedule().events.map(({ type, data }) => newEvent(studioId, type, data)),
    done: 0,
  }));
  let left = events;
  for (let n = 0; left > 0; n += 1) {
    const schedule = schedules[n % schedulesOfStudio];
    const size = Math.min(left, appendSizes[n % appendSizes.length] ?? 1);
    const some = schedule?.events.slice(schedule.done, schedule.done + size) ?? [];
    if (!schedule || some.length === 0) continue;
    await store.append(schedule.stream, schedule.done === 0 ? 'no_stream' : schedule.done - 1, some);
    schedule.done += some.length;
    left -= some.length;
  }
};

/** A database whose read models and reactors have followed a log of this many events. */
const followed = async (database: BenchDatabase, events: number): Promise<void> => {
  const store = await postgresEventStore(database);
  const each = schedulesOfStudio * eventsEach;
  await Promise.all(Array.from({ length: Math.ceil(events / each) }, () => fillStudio(store, each)));
  await store.close();
  const rondo = await rondoOn(database);
  await rondo.stop();
};

const child = (script: string, args: readonly string[], environment: Record<string, string> = {}) =>
  spawn(process.execPath, [path.join(import.meta.dirname, script), ...args], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });

const firstLine = async (running: ReturnType<typeof child>): Promise<string> => {
  for await (const line of createInterface({ input: running.stdout })) return line;
  throw new Error('A process ended without a line.');
};

const measured = z.object({ seconds: z.number(), cpu: z.number(), events: z.number(), mebibytes: z.number() });

const moveTo = async (database: BenchDatabase, to: string, environment: Record<string, string> = {}) => {
  const moving = child('move-process.ts', [to], { DATABASE_URL: database.connectionString, ...environment });
  return measured.parse(JSON.parse(await firstLine(moving)));
};

const benchSize = async (events: number): Promise<Row[]> => {
  const database = await benchDatabase();
  const server = child('log-server.ts', []);
  try {
    const address = await firstLine(server);
    await followed(database, events);
    const there = await moveTo(database, address);
    const back = await moveTo(database, 'postgres', { EVENTSTORE_URL: address });
    const figures = ({ seconds, cpu, mebibytes }: z.infer<typeof measured>) => ({
      s: seconds,
      'CPU s': cpu,
      'events/s': events / seconds,
      'MiB at most': mebibytes,
    });
    return [
      {
        what: `move of ${events} events from PostgreSQL to the wire-level EventStoreDB, verified`,
        figures: figures(there),
        aim: '100,000 in under 90 s',
      },
      { what: 'back, with nothing to add', figures: figures(back) },
    ];
  } finally {
    server.stdin.end();
    await once(server, 'exit');
    await database.stop();
  }
};

/** Moves a log, and one with a quarter of its events: the memory that it takes does not grow with the log. */
export const benchMove = async (events: number): Promise<Row[]> => [
  ...(await benchSize(events / 4)),
  ...(await benchSize(events)),
];
