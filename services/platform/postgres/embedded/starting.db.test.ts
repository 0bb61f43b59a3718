import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe } from 'vitest';
import { ask, ordinaryUser, stopRun, test } from './testing/site.ts';

describe.concurrent('an ordinary data directory', () => {
  test('the first start makes a database, and the second finds what was written', async ({ site, expect }) => {
    const first = site.start();
    await ask(await first.ready, 'create table kept as select 42 as answer');
    expect(first.said).toEqual([`Creating the database of ${site.dataDir}, once.`]);
    await stopRun(first);

    const second = site.start();
    expect(await ask(await second.ready, 'select answer from kept')).toEqual([42]);
    expect(second.said).toEqual([]);
    await stopRun(second);
    await expect(stat(path.join(site.cluster, 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  test('the server is safe: durable, local, and opened by a secret that only its user can read', async ({
    used: site,
    expect,
  }) => {
    const connectionString = await site.start().ready;
    const shown = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'listen_addresses',
      'unix_socket_directories',
      'TimeZone',
    ];
    expect(await ask(connectionString, `select ${shown.map((name) => `current_setting('${name}')`).join()}`)).toEqual([
      'on',
      'on',
      'on',
      '127.0.0.1',
      '',
      'UTC',
    ]);
    expect(
      await ask(connectionString, 'select rolpassword like $$SCRAM-SHA-256%$$ from pg_authid where rolcanlogin'),
    ).toEqual([true]);
    const secretFile = path.join(site.cluster, 'rondo.secret');
    expect((await stat(secretFile)).mode & 0o777).toBe(0o600);
    const secret = await readFile(secretFile, 'utf8');
    expect(secret).toMatch(/^[\w-]{32}$/);
    await expect(ask(connectionString.replace(secret, 'guess'), 'select 1')).rejects.toThrow(
      'password authentication failed',
    );
  });

  test('the launcher keeps no process alive, and the server outlives it', async ({ used: site, expect }) => {
    const run = site.start({ mode: 'leave' });
    const connectionString = await run.ready;
    expect(await run.exited).toBe(0);
    expect(await ask(connectionString, 'select 1')).toEqual([1]);
  });

  test('Ctrl-C in the terminal does not reach the server', async ({ used: site, expect }) => {
    const run = site.start();
    const connectionString = await run.ready;
    if (run.process.pid !== undefined) process.kill(-run.process.pid, 'SIGINT');
    await run.exited;
    expect(await ask(connectionString, 'select 1')).toEqual([1]);
  });

  test('an ordinary user starts it too, on binaries that root installed', async ({ site, expect }) => {
    await mkdir(site.dataDir);
    await chmod(site.dataDir, 0o777);
    const first = site.start({ as: ordinaryUser });
    await ask(await first.ready, 'create table kept as select 42 as answer');
    await stopRun(first);
    const second = site.start({ as: ordinaryUser });
    expect(await ask(await second.ready, 'select answer from kept')).toEqual([42]);
  });

  test('statement errors stay out of the log', async ({ used: site, expect }) => {
    const connectionString = await site.start().ready;
    await expect(ask(connectionString, "select 'Anna Smith'::int")).rejects.toThrow('Anna Smith');
    const log = await readFile(path.join(site.cluster, 'postgres.log'), 'utf8');
    expect(log).toContain('ready to accept connections');
    expect(log).not.toContain('Anna Smith');
  });
});

describe.concurrent('two Rondos on one data directory', () => {
  const sentence = (dataDir: string) => `Another Rondo is already running on ${dataDir}.`;

  test('of two concurrent first starts one wins, and the other reports it', async ({ site, expect }) => {
    const outcomes = await Promise.allSettled([site.start().ready, site.start().ready]);
    const won = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => String(reason));
    expect(won).toHaveLength(1);
    expect(lost).toEqual([`Error: ${sentence(site.dataDir)}`]);
    expect(await ask(won[0] ?? '', 'select 1')).toEqual([1]);
  });

  test('a second is rejected and does not affect the first', async ({ used: site, expect }) => {
    const connectionString = await site.start().ready;
    const second = site.start({ mode: 'leave' });
    await expect(second.ready).rejects.toThrow(sentence(site.dataDir));
    await second.exited;
    expect(await ask(connectionString, 'select 1')).toEqual([1]);
  });

  test('a second that waits takes over when the first stops', async ({ used: site, expect }) => {
    const first = site.start();
    await ask(await first.ready, 'create table kept as select 42 as answer');
    const second = site.start();
    const waiting = `select count(*)::int from pg_stat_activity where application_name = 'rondo lock'`;
    await expect.poll(async () => ask(await first.ready, waiting)).toEqual([2]);
    await stopRun(first);
    expect(await ask(await second.ready, 'select answer from kept')).toEqual([42]);
  });
});
