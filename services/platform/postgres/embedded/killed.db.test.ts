import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import { Client } from 'pg';
import { describe } from 'vitest';
import { readPostmaster } from './postmaster.ts';
import { ask, killRun, stopRun, test } from './testing/site.ts';

const POLL_MS = 20_000;

/** Runs a statement on a connection whose client is then killed, as with a killed Rondo. */
const runAndVanish = async (connectionString: string, statement: string) => {
  const socket = new Socket();
  const client = new Client({ connectionString, stream: () => socket, application_name: 'vanished' });
  client.on('error', () => undefined);
  await client.connect();
  client.query(statement).catch(() => undefined);
  return { vanish: () => socket.destroy() };
};
const stillRunning = `select count(*)::int from pg_stat_activity where application_name = 'vanished' and state = 'active'`;

describe.concurrent('after kill -9', () => {
  test('of Rondo, the next start takes over the server that it left', async ({ used: site, expect }) => {
    const first = site.start();
    const connectionString = await first.ready;
    await ask(connectionString, 'create table kept as select 42 as answer');
    await killRun(first);
    const second = site.start();
    expect(await second.ready).toBe(connectionString);
    expect(await ask(connectionString, 'select answer from kept')).toEqual([42]);
    expect(second.said).toEqual(['Took over the database server that the last run left running.']);
    await stopRun(second);
    expect(await readPostmaster(site.cluster)).toBeUndefined();
  });

  test('of Rondo and the server, the next start at once finds everything', async ({ used: site, expect }) => {
    for (const onlyFirst of [false, true, false]) {
      const run = site.start();
      const connectionString = await run.ready;
      await ask(connectionString, 'create table if not exists kept (answer int)');
      await ask(connectionString, 'insert into kept values (42)');
      await Promise.all([killRun(run), site.killServer({ onlyFirst })]);
    }
    expect(await ask(await site.start().ready, 'select count(*)::int, min(answer) from kept')).toEqual([3, 42]);
  });

  test('of Rondo, what it was still executing ends, and its locks with it', async ({ used: site, expect }) => {
    const run = site.start();
    const connectionString = await run.ready;
    const { vanish } = await runAndVanish(connectionString, 'select pg_advisory_xact_lock(1), pg_sleep(60)');
    await expect.poll(() => ask(connectionString, stillRunning), { timeout: POLL_MS }).toEqual([1]);
    vanish();
    await killRun(run);
    const next = await site.start().ready;
    await expect.poll(() => ask(next, 'select pg_try_advisory_lock(1)'), { timeout: POLL_MS }).toEqual([true]);
  });

  test('of Rondo and the first server process, a busy process of the old server does not block the next start', async ({
    used: site,
    expect,
  }) => {
    const run = site.start();
    const connectionString = await run.ready;
    const { vanish } = await runAndVanish(connectionString, 'select count(*) from generate_series(1, 1e9)');
    await expect.poll(() => ask(connectionString, stillRunning), { timeout: POLL_MS }).toEqual([1]);
    vanish();
    await Promise.all([killRun(run), site.killServer({ onlyFirst: true })]);
    expect(await ask(await site.start().ready, 'select 1')).toEqual([1]);
  });

  test('in the middle of making the database, the next start makes it', async ({ site, expect }) => {
    await mkdir(site.dataDir);
    const first = site.start();
    await expect
      .poll(async () => (await readdir(site.dataDir, { recursive: true })).join(), { timeout: POLL_MS, interval: 5 })
      .toContain('PG_VERSION');
    await killRun(first);
    const [left = '', ...others] = await readdir(site.dataDir);
    expect([left, others]).toEqual([expect.stringMatching(/^postgres\.new-/), []]);

    await utimes(path.join(site.dataDir, left), 0, 0);
    expect(await ask(await site.start().ready, 'select 1')).toEqual([1]);
    expect(await readdir(site.dataDir)).toEqual(['postgres']);
  });

  test('of the server under a running Rondo, the server comes back on its port', async ({ used: site, expect }) => {
    const run = site.start();
    const connectionString = await run.ready;
    await ask(connectionString, 'create table kept as select 42 as answer');
    await site.killServer();
    await expect.poll(() => run.said.at(-1), { timeout: POLL_MS }).toBe('The database is back.');
    expect(await ask(connectionString, 'select answer from kept')).toEqual([42]);
    await expect(site.start({ mode: 'leave' }).ready).rejects.toThrow('Another Rondo is already running');
    await stopRun(run);
    expect(await readPostmaster(site.cluster)).toBeUndefined();
  });
});

describe.concurrent('a postmaster.pid that names another process', () => {
  test('is removed when its pid belongs to another program, as after a reboot', async ({ used: site, expect }) => {
    const run = site.start();
    await ask(await run.ready, 'create table kept as select 42 as answer');
    await Promise.all([killRun(run), site.killServer()]);
    const { uid, gid } = await stat(site.cluster);
    const stranger = spawn('sleep', ['60'], { uid, gid });
    const pidFile = path.join(site.cluster, 'postmaster.pid');
    await writeFile(pidFile, (await readFile(pidFile, 'utf8')).replace(/^\d+/, String(stranger.pid)));
    try {
      expect(await ask(await site.start().ready, 'select answer from kept')).toEqual([42]);
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill();
    }
  });

  test('is removed when a power cut truncated it', async ({ used: site, expect }) => {
    const pidFile = path.join(site.cluster, 'postmaster.pid');
    await writeFile(pidFile, '\0'.repeat(80));
    await utimes(pidFile, 0, 0);
    expect(await ask(await site.start().ready, 'select 1')).toEqual([1]);
  });

  test('is removed in a copy of a directory whose server runs', async ({ used: site, expect }) => {
    const original = site.start();
    await ask(await original.ready, 'create table kept as select 42 as answer');
    const copied = path.join(site.root, 'copied');
    await cp(site.dataDir, copied, { recursive: true });
    site.dataDir = copied;
    const copy = await site.start().ready;
    expect(copy).not.toBe(await original.ready);
    await ask(copy, 'update kept set answer = 43');
    expect(await ask(await original.ready, 'select answer from kept')).toEqual([42]);
  });
});
