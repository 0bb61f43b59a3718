// npm run lighthouse [-- PART]: Lighthouse's performance and accessibility of each page of a sample studio, on a desk and on a phone, in
// Chromium; exits 1 when one is under 95. PART: only pages whose line contains it, such as `phone` or `/students`. Lighthouse is no
// dependency, because it installs 114 packages of 176 MB: npx fetches it when this runs, which needs the npm registry once.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { IsoDate } from '../contracts/calendar/dates.ts';
import { launchBrowser } from '../web/e2e/browser.ts';
import { chromiumPath } from '../web/e2e/chromium.ts';
import { comingMonday } from '../web/e2e/planner-studio.ts';
import { removeDataDir, scratchDataDir, startRondo } from '../web/e2e/running-rondo.ts';
import { furnish } from '../web/e2e/scenes/stage.ts';
import { send } from '../web/e2e/send.ts';

const lighthouse = 'lighthouse@13.5.0';
const least = 95;
/** A page that is under it is measured this often, and its median counts: other programs use the processor too. */
const attempts = 3;

const pagesOf = (monday: IsoDate): readonly string[] => [
  `/schedule?week=${monday}`,
  `/schedule?teacher=all&day=${monday}`,
  '/planner',
  '/students',
  '/teachers',
  `/routes?week=${monday}`,
  '/history',
  `/moment?at=${new Date().toISOString()}&week=${monday}`,
  '/settings',
  '/api-monitor',
];
const devices = { desk: ['--preset=desktop'], phone: [] } as const;
type Device = keyof typeof devices;

type Report = {
  readonly categories: Readonly<Record<'performance' | 'accessibility', { readonly score: number }>>;
  readonly audits: Readonly<
    Record<string, { readonly title: string; readonly score: number | null; readonly numericValue?: number }>
  >;
  /** How fast this machine is at the moment; Lighthouse slows the processor down fourfold for a phone, whatever it is. */
  readonly environment: { readonly benchmarkIndex: number };
};

type Scores = {
  readonly performance: number;
  readonly accessibility: number;
  readonly speed: number;
  /** Milliseconds for which the page could not answer while it loaded. */
  readonly blocked: number;
  /** How far the page moved under the reader while it loaded. */
  readonly shift: number;
  readonly failed: readonly string[];
};

/** Runs Lighthouse once. */
const measure = async (url: string, cookie: string, device: Device): Promise<Scores> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rondo-lighthouse-'));
  const file = path.join(folder, 'report.json');
  const chromeFlags = `--headless=new --disable-gpu${process.getuid?.() === 0 ? ' --no-sandbox' : ''}`;
  await promisify(execFile)(
    'npx',
    [
      '--yes',
      lighthouse,
      url,
      '--quiet',
      '--no-enable-error-reporting',
      '--output=json',
      `--output-path=${file}`,
      '--only-categories=performance,accessibility',
      `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
      `--chrome-flags=${chromeFlags}`,
      ...devices[device],
    ],
    { env: { ...process.env, CHROME_PATH: await chromiumPath() } },
  );
  const { categories, audits, environment }: Report = JSON.parse(await readFile(file, 'utf8'));
  await rm(folder, { recursive: true });
  return {
    performance: Math.round(categories.performance.score * 100),
    accessibility: Math.round(categories.accessibility.score * 100),
    speed: Math.round(environment.benchmarkIndex),
    blocked: Math.round(audits['total-blocking-time']?.numericValue ?? 0),
    shift: Number((audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3)),
    failed: Object.values(audits)
      .filter((one) => one.score !== null && one.score < 0.9)
      .map(({ title }) => title),
  };
};

/** Chromium sometimes misses the start of a page, and Lighthouse then has nothing to measure. */
const measureAgain = async (run: () => Promise<Scores>): Promise<Scores> => {
  try {
    return await run();
  } catch {
    return run();
  }
};

const isUnder = ({ performance, accessibility }: Scores): boolean => performance < least || accessibility < least;

/** The median by performance of as many runs as needed. */
const scoresOf = async (run: () => Promise<Scores>): Promise<Scores> => {
  const first = await run();
  if (!isUnder(first)) return first;
  const all = [first];
  while (all.length < attempts) all.push(await run());
  return all.toSorted((a, b) => a.performance - b.performance)[Math.floor(attempts / 2)] ?? first;
};

/** A studio with the sample and an accepted week of both teachers: the Cookie header of its user, and the week’s Monday. */
const sampleStudio = async (url: string): Promise<{ readonly cookie: string; readonly monday: IsoDate }> => {
  const browser = await launchBrowser(await chromiumPath());
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const account = {
    email: 'dana@example.com',
    password: 'six-strings',
    firstName: 'Dana',
    timeZone: 'America/Chicago',
  };
  await send(page, 'POST', '/api/register', account);
  const monday = await comingMonday(page);
  await furnish(page, monday);
  const cookies = await context.cookies();
  await browser.close();
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '), monday };
};

const part = process.argv[2] ?? '';
const dataDir = await scratchDataDir();
const rondo = await startRondo(dataDir);
try {
  const { cookie, monday } = await sampleStudio(rondo.url);
  for (const device of ['desk', 'phone'] as const)
    for (const page of pagesOf(monday)) {
      const line = `${device} ${page}`;
      if (!line.includes(part)) continue;
      const scores = await scoresOf(() => measureAgain(() => measure(rondo.url + page, cookie, device)));
      const { performance, accessibility, speed, blocked, shift, failed } = scores;
      console.log(
        `${isUnder(scores) ? 'FAIL' : 'ok  '} ${line}: performance ${performance}, accessibility ${accessibility}, blocked ${blocked} ms, shift ${shift}, machine ${speed}`,
      );
      if (!isUnder(scores)) continue;
      for (const title of failed) console.log(`       ${title}`);
      process.exitCode = 1;
    }
} finally {
  await rondo.stop();
  await removeDataDir(dataDir);
}
