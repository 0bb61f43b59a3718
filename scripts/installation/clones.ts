import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chown, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../services/platform/postgres/embedded/server.ts';
import { runTests, type Outcome } from './tests.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

export type Account = { readonly uid: number; readonly gid: number };
export type Installation = {
  readonly name: string;
  /** The folder in which the clone is made. */
  readonly parent: string;
  readonly install: readonly string[];
  readonly as?: Account;
  /** What npm test has to come to; left out, it is not run. */
  readonly tests?: Outcome;
};

const giveTo = async (account: Account, dir: string): Promise<void> => {
  await chown(dir, account.uid, account.gid);
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true }))
    if (!entry.isSymbolicLink()) await chown(path.join(entry.parentPath, entry.name), account.uid, account.gid);
};

const untilReady = async (url: string, child: ChildProcess): Promise<void> => {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`npm start ended with code ${child.exitCode}`);
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await delay(100);
  }
  throw new Error('not ready within 60 s');
};

const tryOut = async (url: string): Promise<void> => {
  const page = await fetch(url);
  if (!(await page.text()).includes('<div id="root">')) throw new Error('no page is served');
  const registered = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'a@example.com', password: 'six-strings' }),
  });
  if (!registered.ok) throw new Error(`registering answered ${registered.status}`);
};

/**
 * Clones HEAD, installs it, starts it, registers somebody, stops it, and runs the tests if they are asked for. Prints how long each step took.
 * @throws Error with what went wrong
 */
export const prove = async ({ name, parent, install, as, tests }: Installation): Promise<void> => {
  const home = await mkdtemp(path.join(parent, 'rondo-install-'));
  const clone = path.join(home, 'rondo');
  const started = performance.now();
  try {
    await run('git', ['clone', '--quiet', root, clone]);
    if (as) await giveTo(as, home);
    // As on a fresh machine: npm's own PATH, without the Node that runs this script.
    const { PATH = '' } = process.env;
    const outside = PATH.split(path.delimiter)
      .filter((folder) => !folder.startsWith(root))
      .join(path.delimiter);
    const env = {
      PATH: outside,
      HOME: home,
      npm_config_cache: path.join(home, 'npm-cache'),
      npm_config_registry: process.env['npm_config_registry'] ?? '',
    };
    const options = {
      cwd: clone,
      env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
      ...as,
    };
    await run('npm', [...install, '--no-audit', '--no-fund'], { ...options, maxBuffer: 2 ** 26 });
    const installed = performance.now();
    const port = await freePort();
    const child = spawn('npm', ['start'], {
      ...options,
      env: { ...options.env, PORT: String(port), LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    });
    const url = `http://127.0.0.1:${port}`;
    await untilReady(url, child);
    const ready = performance.now();
    await tryOut(url);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    const stopped = performance.now();
    if (tests) await runTests(tests, options);
    const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
    console.log(
      `ok    ${name}: installed in ${seconds(started, installed)} s, ready ${seconds(installed, ready)} s after npm start` +
        (tests ? `, npm test as it should be in ${seconds(stopped, performance.now())} s` : ''),
    );
  } finally {
    // The database of a clone that only root can enter is kept elsewhere.
    const place = path.join(clone, '.data/postgres');
    await rm(await realpath(place).catch(() => place), { recursive: true, force: true });
    await rm(home, { recursive: true, force: true });
  }
};
