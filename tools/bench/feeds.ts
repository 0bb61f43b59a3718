import { setTimeout as delay } from 'node:timers/promises';
import { addDays, mondayOf } from '@rondo/contracts/calendar/dates.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { annLee } from '@rondo/projections/testing/people-facts.ts';
import { randomUUID } from 'node:crypto';
import { postgresEventStore } from '@rondo/services/platform/log/postgres/postgres-event-store.ts';
import { ok, type Visitor } from '@rondo/services/testing/visitor.ts';
import type { BenchRondo } from './bench-rondo.ts';
import { newEvent, onDate, weekly } from './long-log.ts';
import { median, percentile, timeEach, type Row } from './measure.ts';

const studios = 10;
const students = 100;
/** For so long all calendars are polled once a minute, at equal intervals. */
const pollingSeconds = 60;
const perSecond = (studios * students) / 60;
const runs = 200;
const warmUp = 10;

type Studio = { readonly visitor: Visitor; readonly studentIds: readonly string[]; readonly addresses: string[] };

/** A studio with a year of weekly lessons behind it and no end; every student has cancelled one lesson in each month. */
const studioOfFamilies = async (visitor: Visitor, connectionString: string): Promise<Studio> => {
  const teacher = ok(await visitor.post('/api/teachers', { name: 'Full Year', phone: '1', email: 'year@example.com' }));
  const studioId: string = teacher.userId;
  const studentIds = Array.from({ length: students }, () => randomUUID());
  const firstDay = addDays(mondayOf(wallClock(Date.now(), 'UTC').date), -52 * 7);
  const series = studentIds.map((studentId, i) => ({ ...weekly(i % 40, studentId), validFrom: firstDay }));
  const schedule = [
    ...series.map((lesson) => newEvent(studioId, 'LessonCreated', { lesson, occurrences: [] })),
    ...series.flatMap((lesson, i) =>
      Array.from({ length: 13 }, (_, month) => {
        const row = onDate(lesson, addDays(firstDay, 28 * month + 7 * (i % 4)), { status: 'cancelled' });
        return newEvent(studioId, 'LessonCancelled', { lesson: row });
      }),
    ),
  ];
  const streams = [
    ...studentIds.map((studentId, i) => ({
      stream: `student-${studioId}.${studentId}`,
      events: [
        newEvent(studioId, 'StudentRegistered', {
          studentId,
          details: { ...annLee, firstName: `Student ${i}`, address: `${100 + i} Main St` },
          sample: false,
        }),
      ],
    })),
    { stream: `schedule-${studioId}.${teacher.id}`, events: schedule },
  ];
  const pool = connectionPool({ connectionString, max: 1, name: 'rondo bench' });
  await pool.query('insert into accounts.streams (studio_id, stream) select $1, unnest($2::text[])', [
    studioId,
    streams.map(({ stream }) => stream),
  ]);
  await pool.end();
  const store = await postgresEventStore({ connectionString });
  for (const { stream, events } of streams)
    for (let at = 0; at < events.length; at += 100)
      await store.append(stream, at === 0 ? 'no_stream' : at - 1, events.slice(at, at + 100));
  await store.close();
  const addresses: string[] = [];
  for (const studentId of studentIds) addresses.push(await addressOf(visitor, studentId));
  return { visitor, studentIds, addresses };
};

const addressOf = async (visitor: Visitor, studentId: string): Promise<string> =>
  ok(await visitor.post(`/api/students/${studentId}/generate-calendar-url`)).subscribableUrl;

const read = async (address: string, tag?: string): Promise<{ status: number; tag: string; octets: number }> => {
  const response = await fetch(address, { headers: tag === undefined ? {} : { 'If-None-Match': tag } });
  const body = await response.arrayBuffer();
  return { status: response.status, tag: response.headers.get('etag') ?? '', octets: body.byteLength };
};

const expectStatus = (status: number, expected: number): void => {
  if (status !== expected) throw new Error(`Expected ${expected}, not ${status}.`);
};

/** Milliseconds that this process has used, for the requests as well as for the answers. */
const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** One family's calendar that has not changed since, and one that has changed before each read. */
const oneFamily = async ({ visitor, studentIds: [studentId = ''], addresses: [address = ''] }: Studio) => {
  const first = await read(address);
  expectStatus(first.status, 200);
  const before = processorTime();
  const unchanged = await timeEach(runs, warmUp, async () => {
    expectStatus((await read(address, first.tag)).status, 304);
  });
  const unchangedProcessor = (processorTime() - before) / (runs + warmUp);
  const changed: number[] = [];
  let changedProcessor = 0;
  let { tag } = first;
  for (let run = 0; run < runs / 4; run += 1) {
    ok(await visitor.put(`/api/students/${studentId}`, { firstName: `Renamed ${run}` }));
    // Waits until the calendar shows it.
    await addressOf(visitor, studentId);
    const [started, processor] = [performance.now(), processorTime()];
    const next = await read(address, tag);
    changed.push(performance.now() - started);
    changedProcessor += (processorTime() - processor) / (runs / 4);
    expectStatus(next.status, 200);
    tag = next.tag;
  }
  return { unchanged, unchangedProcessor, changed, changedProcessor, octets: first.octets };
};

/** How long commands take, one after another, until a time. */
const commandsUntil = async ({ visitor, studentIds }: Studio, done: () => boolean): Promise<number[]> => {
  const times: number[] = [];
  for (let run = 0; !done(); run += 1) {
    const started = performance.now();
    ok(await visitor.put(`/api/students/${studentIds[run % students]}`, { phone: `${run}` }));
    times.push(performance.now() - started);
    await delay(50);
  }
  return times;
};

/** Reads all calendars in a minute, each for the first time or with the tag of the time before. */
const poll = async (addresses: readonly string[], tags: Map<string, string>): Promise<number[]> => {
  const times: number[] = [];
  const began = performance.now();
  const reads: Promise<void>[] = [];
  for (const [i, address] of addresses.entries()) {
    const wait = began + (i * 1000) / perSecond - performance.now();
    if (wait > 0) await delay(wait);
    const started = performance.now();
    reads.push(
      read(address, tags.get(address)).then(({ status, tag }) => {
        expectStatus(status, tags.has(address) ? 304 : 200);
        tags.set(address, tag);
        times.push(performance.now() - started);
      }),
    );
  }
  await Promise.all(reads);
  return times;
};

/** Shared calendars: one of a family, and 1,000 that are read once a minute while commands are carried out. */
export const benchFeeds = async ({ connectionString, newVisitor }: BenchRondo): Promise<Row[]> => {
  const all: Studio[] = [];
  for (let i = 0; i < studios; i += 1) all.push(await studioOfFamilies(await newVisitor(), connectionString));
  const [one, ...others] = all;
  if (!one) throw new Error('There is no studio.');
  const { unchanged, unchangedProcessor, changed, changedProcessor, octets } = await oneFamily(one);
  const addresses = others.concat(one).flatMap((studio) => studio.addresses);
  const quietUntil = performance.now() + (pollingSeconds * 1000) / 4;
  const quiet = await commandsUntil(one, () => performance.now() > quietUntil);
  const tags = new Map<string, string>();
  const rounds: { polls: number[]; commands: number[] }[] = [];
  for (let round = 0; round < 2; round += 1) {
    let isOver = false;
    const polling = poll(addresses, tags).finally(() => {
      isOver = true;
    });
    const [commands, polls] = await Promise.all([commandsUntil(one, () => isOver), polling]);
    rounds.push({ polls, commands });
  }
  const figures = (times: readonly number[]) => ({ 'p50 ms': median(times), 'p95 ms': percentile(times, 0.95) });
  const [cold, warm] = rounds;
  return [
    {
      what: 'a family’s calendar of a full year, unchanged (304)',
      figures: { ...figures(unchanged), 'processor ms': unchangedProcessor },
      aim: 'p95 under 5 ms',
    },
    {
      what: `the same after a change of every date (${octets} octets unpacked)`,
      figures: { ...figures(changed), 'processor ms': changedProcessor },
      aim: 'p95 under 40 ms',
    },
    { what: 'edit of a student over HTTP', figures: figures(quiet) },
    {
      what: `the same while ${addresses.length} calendars are read for the first time`,
      figures: figures(cold?.commands ?? []),
    },
    { what: 'the same while they are read again', figures: figures(warm?.commands ?? []) },
    { what: 'those first reads', figures: figures(cold?.polls ?? []) },
    { what: 'those further reads, all 304', figures: figures(warm?.polls ?? []) },
  ];
};
