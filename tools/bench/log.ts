import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { groupCommit, type WaitingAppend } from '@rondo/services/platform/log/postgres/group-commit.ts';
import { postgresEventStore } from '@rondo/services/platform/log/postgres/postgres-event-store.ts';
import { benchDatabase } from './bench-database.ts';
import { longSchedule } from './long-log.ts';
import { median, type Row } from './measure.ts';
import { rate } from './rate.ts';

const writers = 32;
const rounds = 5;
/** The number of events that each writer appends in a round. */
const many = 1000;
const few = 100;

/** The baseline: one INSERT and one commit for each group that would share a commit, without checks. */
const bareInserts = (connectionString: string) => {
  const pool = connectionPool({ connectionString, max: 6, name: 'rondo bench' });
  let revision = 0;
  const send = async (group: readonly WaitingAppend[]): Promise<void> => {
    const rows = group.flatMap(({ stream, events }) =>
      events.map(({ eventId, ...event }) => ({ ...event, event_id: eventId, stream, revision: (revision += 1) })),
    );
    await pool.query({
      name: 'bare insert',
      text: `insert into bench_log (stream, revision, event_id, type, data, metadata)
        select * from json_to_recordset($1)
          as r(stream text, revision integer, event_id uuid, type text, data json, metadata json)`,
      values: [JSON.stringify(rows)],
    });
    for (const { answer } of group) answer.resolve({ position: '', revision, recordedAt: '' });
  };
  return {
    append: groupCommit(send).append,
    begin: () =>
      pool.query(`drop table if exists bench_log; create table bench_log (position bigserial primary key, stream text not null,
        revision integer not null, event_id uuid not null unique, type text not null, data json, metadata json,
        recorded_at timestamptz not null default now(), unique (stream, revision))`),
    stop: async () => {
      await pool.query('drop table bench_log');
      await pool.end();
    },
  };
};

/** Appends by 32 writers at once, 50 events and one event each time, alternating with bare INSERTs of the same rows and groups. */
export const benchLog = async (): Promise<Row[]> => {
  const { connectionString, stop } = await benchDatabase();
  const store = await postgresEventStore({ connectionString });
  const bare = bareInserts(connectionString);
  await bare.begin();
  const measured = async (each: number, size: number) => {
    const figures = { ours: [0], theirs: [0] };
    for (let round = -1; round < rounds; round += 1) {
      const schedules = Array.from({ length: writers }, longSchedule);
      const ours = await rate((...append) => store.append(...append), schedules, each, size);
      const theirs = await rate(bare.append, schedules, each, size);
      if (round === -1) continue;
      figures.ours[round] = ours;
      figures.theirs[round] = theirs;
    }
    return { ours: median(figures.ours), theirs: median(figures.theirs) };
  };
  const fifty = await measured(many, 50);
  const single = await measured(few, 1);
  await bare.stop();
  await store.close();
  await stop();
  return [
    {
      what: `append by ${writers} writers, 50 events each time`,
      figures: { 'events/s': fifty.ours },
      aim: 'at least 10,000 events/s',
    },
    { what: 'the same rows by bare INSERTs, grouped the same way', figures: { 'events/s': fifty.theirs } },
    { what: `append by ${writers} writers, one event each time`, figures: { 'events/s': single.ours } },
    { what: 'the same rows by bare INSERTs, grouped the same way', figures: { 'events/s': single.theirs } },
    { what: 'ratio of the single ones', figures: { 'bare / ours': single.theirs / single.ours }, aim: 'at most 2' },
  ];
};
