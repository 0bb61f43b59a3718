import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chromium } from 'playwright';

/** What a person reads where no Chromium runs and none can be installed. */
export const missingChromium =
  'The end-to-end tests need Chromium, and none can be installed here. Install it (Debian and Ubuntu, as root: "apt-get install chromium"; ' +
  'elsewhere: "npx playwright install --with-deps chromium") or set CHROMIUM to its path.';

/** Chromium without windows, which takes a fifth less of the processor for the same tests. */
const shell = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const onPath = (program: string): string[] =>
  (process.env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, program));

/** A downloaded Chromium without the system's libraries is there and does not run. */
const runs = (file: string): Promise<boolean> =>
  promisify(execFile)(file, ['--version'], { timeout: 60_000 }).then(
    () => true,
    () => false,
  );

/** The Chromium named by CHROMIUM, the one without windows, Playwright's own, or the first on the PATH; undefined when none runs. */
const findChromium = async (): Promise<string | undefined> => {
  const candidates = [process.env['CHROMIUM'], ...onPath(shell), chromium.executablePath(), ...names.flatMap(onPath)];
  for (const file of candidates) if (file !== undefined && existsSync(file) && (await runs(file))) return file;
  return undefined;
};

/** Runs an installer with its progress in the output. */
const tryTo = async (command: string, ...args: readonly string[]): Promise<void> => {
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 600_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  // Whether it worked shows in whether a Chromium runs.
  await Promise.race([once(child, 'close'), once(child, 'error')]).catch(() => undefined);
};

/** Debian's packages bring the libraries and fonts that Playwright's download expects on the system. */
const fromDebian = async (...packages: readonly string[]): Promise<void> => {
  if (process.getuid?.() !== 0 || !onPath('apt-get').some((file) => existsSync(file))) return;
  await tryTo('apt-get', 'update', '-q');
  await tryTo('apt-get', 'install', '-q', '-y', '--no-install-recommends', ...packages);
};

const installers: readonly (() => Promise<void>)[] = [
  () => fromDebian(shell),
  // Where there is no such package.
  () => fromDebian('chromium'),
  () =>
    tryTo(
      process.execPath,
      path.resolve(import.meta.dirname, '../../node_modules/playwright/cli.js'),
      'install',
      'chromium',
    ),
];

/**
 * The place that only one process of this machine can listen at: the system frees it when the process ends, however it ends. macOS has no such
 * place, and needs none: only Playwright installs there, which has a lock of its own.
 */
const gate = { linux: '\0rondo-installs-chromium', win32: String.raw`\\.\pipe\rondo-installs-chromium` };

const enterGate = async (name: string): Promise<Server | undefined> => {
  const server = createServer();
  server.listen(name);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined;
    throw error;
  }
};

/** Lets one process of this machine at a time do the work; the others wait. */
const oneAtATime = async <T>(work: () => Promise<T>): Promise<T> => {
  const name = process.platform === 'linux' || process.platform === 'win32' ? gate[process.platform] : undefined;
  if (name === undefined) return work();
  let server = await enterGate(name);
  if (!server) process.stdout.write('Another run is installing Chromium: waiting for it ...\n');
  while (!server) {
    await delay(200);
    server = await enterGate(name);
  }
  try {
    return await work();
  } finally {
    server.close();
  }
};

const installChromium = async (): Promise<string | undefined> => {
  const already = await findChromium();
  if (already !== undefined) return already;
  process.stdout.write('No Chromium found: installing one ...\n');
  for (const install of installers) {
    await install();
    const found = await findChromium();
    if (found !== undefined) return found;
  }
  return undefined;
};

/**
 * Finds Chromium, or installs it once, however many runs on this machine ask at the same time: as root with the system's package manager,
 * else, or where that has none, with Playwright.
 * @returns its path
 * @throws Error that says what to install
 */
export const chromiumPath = async (): Promise<string> => {
  const found = (await findChromium()) ?? (await oneAtATime(installChromium));
  if (found === undefined) throw new Error(missingChromium);
  return found;
};
