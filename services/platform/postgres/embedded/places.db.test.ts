import {
  chmod,
  chown,
  mkdir,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { describe } from 'vitest';
import { asRoot, ask, ordinaryUser, stopRun, test } from './testing/site.ts';

describe.runIf(asRoot).concurrent('a data directory that only root can enter', () => {
  test('keeps its database elsewhere, reports that, and finds it again', async ({ site, expect }) => {
    await mkdir(site.dataDir, { mode: 0o700 });
    const first = site.start();
    await ask(await first.ready, 'create table kept as select 42 as answer');
    const home = await realpath(site.cluster);
    expect(path.dirname(home)).toBe(site.systemDir);
    expect(first.said).toContain(
      `The database of ${site.dataDir} lives in ${home}, where the user that runs it can go.`,
    );
    await stopRun(first);

    const second = site.start();
    expect(await ask(await second.ready, 'select answer from kept')).toEqual([42]);
    await expect(site.start({ mode: 'leave' }).ready).rejects.toThrow(
      `Another Rondo is already running on ${site.dataDir}.`,
    );
    expect(await readdir(site.systemDir)).toEqual([path.basename(home)]);
    expect((await stat(site.dataDir)).mode & 0o777).toBe(0o700);
  });

  test('starts over when it was emptied, and fails when its database is missing', async ({ site, expect }) => {
    await mkdir(site.dataDir, { mode: 0o700 });
    const first = site.start();
    await ask(await first.ready, 'create table kept as select 42 as answer');
    await stopRun(first);
    await unlink(site.cluster);
    const second = site.start();
    expect(await ask(await second.ready, "select to_regclass('kept')")).toEqual([null]);
    await stopRun(second);
    const home = await realpath(site.cluster);
    await rm(home, { recursive: true });
    await expect(site.start().ready).rejects.toThrow(
      `The database of ${site.dataDir} lives in ${home}, which no longer exists.`,
    );
  });

  test('leaves a database behind when deleted, which later starts report but do not remove', async ({
    site,
    expect,
  }) => {
    const deleted = site.dataDir;
    await mkdir(deleted, { mode: 0o700 });
    const first = site.start();
    await ask(await first.ready, 'create table kept as select 42 as answer');
    await stopRun(first);
    const left = await realpath(site.cluster);
    const away = path.join(site.root, 'unmounted');
    await rename(deleted, away);

    site.dataDir = path.join(site.root, 'other');
    await mkdir(site.dataDir, { mode: 0o700 });
    const second = site.start();
    await second.ready;
    await stopRun(second);
    const other = await realpath(site.cluster);
    const named = second.said.filter((line) => line.includes('rm -r'));
    expect(named).toEqual([
      `The database in ${left} belongs to ${deleted}, which no longer links to it. If that is deleted and not just on a disk that is unmounted, remove the database: rm -r ${left}`,
    ]);

    await rename(away, deleted);
    const third = site.start();
    await third.ready;
    expect(third.said.filter((line) => line.includes('rm -r'))).toEqual([]);
    expect((await readdir(site.systemDir)).toSorted()).toEqual(
      [left, other].map((dir) => path.basename(dir)).toSorted(),
    );
    site.dataDir = deleted;
    expect(await ask(await site.start().ready, 'select answer from kept')).toEqual([42]);
  });

  test('of two concurrent starts there, one wins and nothing is left over', async ({ site, expect }) => {
    await mkdir(site.dataDir, { mode: 0o700 });
    const outcomes = await Promise.allSettled([site.start().ready, site.start().ready]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await readdir(site.systemDir)).toHaveLength(1);
  });

  test('asks for its permissions back when they were removed after the database was created', async ({
    used: site,
    expect,
  }) => {
    await chmod(site.dataDir, 0o700);
    await expect(site.start().ready).rejects.toThrow('cannot go there any more');
  });

  test('gets its database’s ownership fixed when root restored it from a backup', async ({ used: site, expect }) => {
    for (const name of ['', ...(await readdir(site.cluster, { recursive: true }))])
      await chown(path.join(site.cluster, name), 0, 0);
    await chmod(site.cluster, 0o755);
    expect(await ask(await site.start().ready, 'select 1')).toEqual([1]);
  });
});

describe.concurrent('a data directory that cannot be used', () => {
  test('because it is a file, or below one', async ({ site, expect }) => {
    await writeFile(site.dataDir, '');
    await expect(site.start().ready).rejects.toThrow(`DATA_DIR ${site.dataDir} cannot be used: it is a file.`);
    site.dataDir = path.join(site.dataDir, 'below');
    await expect(site.start().ready).rejects.toThrow('cannot be used: a part of the path is a file.');
  });

  test('because it belongs to another user', async ({ site, expect }) => {
    await mkdir(site.dataDir);
    await chmod(site.dataDir, 0o555);
    await expect(site.start({ as: ordinaryUser }).ready).rejects.toThrow('cannot be used: Rondo may not write there.');
  });

  test.runIf(asRoot)('because its database belongs to another user', async ({ site, expect }) => {
    await mkdir(site.cluster, { recursive: true });
    await chmod(site.dataDir, 0o777);
    await chown(site.cluster, 12_345, 12_345);
    await writeFile(path.join(site.cluster, 'PG_VERSION'), '18\n');
    await expect(site.start({ as: ordinaryUser }).ready).rejects.toThrow('belongs to another user (id 12345)');
  });

  test('because its database is of another PostgreSQL, or none', async ({ site, expect }) => {
    await mkdir(site.cluster, { recursive: true });
    await writeFile(path.join(site.cluster, 'notes'), '');
    await expect(site.start().ready).rejects.toThrow('exists but holds no database');
    await writeFile(path.join(site.cluster, 'PG_VERSION'), '17\n');
    await expect(site.start().ready).rejects.toThrow('was made by PostgreSQL 17, and this Rondo brings 18.');
  });
});

describe.concurrent('a data directory with an unusual path', () => {
  test('with blanks, quotes and umlauts, reached by a link', async ({ site, expect }) => {
    const real = path.join(site.root, `Anna's "Übungen" $HOME; -c`);
    await mkdir(real);
    if (ordinaryUser) await chown(real, ordinaryUser.uid, ordinaryUser.gid);
    site.dataDir = path.join(site.root, 'link');
    await symlink(real, site.dataDir);
    const run = site.start({ as: ordinaryUser });
    expect(await ask(await run.ready, 'select 1')).toEqual([1]);
    site.dataDir = real;
    await expect(site.start({ as: ordinaryUser }).ready).rejects.toThrow('Another Rondo is already running');
  });
});

describe.concurrent('an installation of npm', () => {
  const linksIn = async (native: string): Promise<string[]> => {
    const list: { target: string }[] = JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8'));
    return list.map(({ target }) => path.join(native, '..', target));
  };

  test('without links and execute permission is repaired in place', async ({ used: site, expect }) => {
    const native = await site.copyInstallation();
    for (const link of await linksIn(native)) await rm(link, { force: true });
    await chmod(path.join(native, 'bin/postgres'), 0o644);
    await chmod(path.join(native, 'bin/initdb'), 0o600);
    expect(await ask(await site.start().ready, 'select 1')).toEqual([1]);
    expect(await readdir(site.dataDir)).toEqual(['postgres']);
  });

  test.runIf(asRoot)('that an ordinary user may not repair is copied beside the data', async ({ site, expect }) => {
    const native = await site.copyInstallation();
    for (const link of await linksIn(native)) await rm(link, { force: true });
    await mkdir(site.dataDir);
    await chmod(site.dataDir, 0o777);
    expect(await ask(await site.start({ as: ordinaryUser }).ready, 'select 1')).toEqual([1]);
    const copy = `postgres-${site.installation.version}`;
    expect((await readdir(site.dataDir)).toSorted()).toEqual(['postgres', copy]);
    await expect(readFile(path.join(native, 'lib/libpq.so.5'))).rejects.toThrow('ENOENT');
  });

  test.runIf(asRoot)(
    'where only root can go is copied to the system directory, also under a strict umask',
    async ({ used: site, expect }) => {
      const native = await site.copyInstallation('home-of-root');
      await chmod(path.dirname(native), 0o700);
      await chmod(path.join(native, 'share'), 0o700);
      const run = site.start();
      expect(await ask(await run.ready, 'select 1')).toEqual([1]);
      await stopRun(run);
      const copy = path.join(site.systemDir, `postgres-${site.installation.version}`);
      expect((await stat(copy)).mode & 0o777).toBe(0o755);

      await rm(path.join(copy, 'lib/libpq.so.5')); // as a power cut may leave it
      await site.killServer();
      expect(await ask(await site.start().ready, 'select 1')).toEqual([1]);
      expect(await readdir(site.systemDir)).toEqual([path.basename(copy)]);
    },
  );

  test('that does not run reports its programs’ output', async ({ used: site, expect }) => {
    const native = path.join(site.root, 'package/native');
    await mkdir(path.join(native, 'bin'), { recursive: true });
    for (const program of ['postgres', 'initdb']) {
      await writeFile(path.join(native, 'bin', program), '#!/bin/sh\necho wrong machine >&2\nexit 1\n', {
        mode: 0o755,
      });
    }
    site.installation = { ...site.installation, native };
    await expect(site.start().ready).rejects.toThrow('does not run on this machine (wrong machine). Set DATABASE_URL');
  });
});
