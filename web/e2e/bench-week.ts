// node web/e2e/bench-week.ts: CPU time that the page's scripts take to show the next week of a full studio.
// Measured from a Chromium trace. Not a test, because a loaded machine would fail it.
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { tmpdir } from 'node:os';
import { z } from 'zod';
import { launchBrowser } from './browser.ts';
import { chromiumPath } from './chromium.ts';
import { comingMonday, decide, generate, loadSample, teacherNamed } from './planner-studio.ts';
import { removeDataDir, scratchDataDir, startRondo } from './running-rondo.ts';

const rounds = 12;
const budget = 50;

const traced = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      ph: z.string(),
      tid: z.number(),
      /** The thread's own clock, which excludes the time of other processes. */
      tts: z.number().default(0),
      tdur: z.number().default(0),
    }),
  ),
});

/** What counts as scripting; nested events are counted once. */
const scripting = new Set([
  'FunctionCall',
  'EvaluateScript',
  'RunMicrotasks',
  'EventDispatch',
  'TimerFire',
  'FireAnimationFrame',
]);

/** Milliseconds spent running scripts, on the thread that ran most of them. */
const scriptingIn = (trace: z.output<typeof traced>): number => {
  const ran = trace.traceEvents.filter(({ name, ph }) => ph === 'X' && scripting.has(name));
  const threads = Map.groupBy(ran, ({ tid }) => tid);
  const sums = [...threads.values()].map((events) => {
    let sum = 0;
    let until = 0;
    for (const { tts, tdur } of events.toSorted((a, b) => a.tts - b.tts)) {
      sum += Math.max(0, tts + tdur - Math.max(until, tts));
      until = Math.max(until, tts + tdur);
    }
    return sum / 1000;
  });
  return Math.max(0, ...sums);
};

const dataDir = await scratchDataDir();
const rondo = await startRondo(dataDir);
const browser = await launchBrowser(await chromiumPath());
const traceFile = path.join(tmpdir(), `rondo-week-${process.pid}.json`);
try {
  const context = await browser.newContext({ baseURL: rondo.url, timezoneId: 'America/Chicago' });
  const page = await context.newPage();
  await page.request.post('/api/guest-login', { data: { timeZone: 'America/Chicago' } });
  await loadSample(page);
  const monday = await comingMonday(page);
  for (const name of ['Dana Whitfield', 'Marcus Bell'])
    await decide(page, await generate(page, await teacherNamed(page, name), monday), 'accepted');
  const dana = await teacherNamed(page, 'Dana Whitfield');
  await page.goto(`/schedule?week=${monday}&teacher=${dana.id}`);
  const next = page.getByRole('button', { name: 'Next week' });
  await page.getByRole('button', { name: /^Ben Ito/ }).waitFor();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await next.hover();
    await browser.startTracing(page, { path: traceFile, categories: ['devtools.timeline'] });
    await next.click();
    await page.getByRole('heading', { name: `${round + 2} Weeks Ahead`, exact: true }).waitFor();
    await page.getByRole('button', { name: /^Ben Ito/ }).waitFor();
    await browser.stopTracing();
    times.push(scriptingIn(traced.parse(JSON.parse(await readFile(traceFile, 'utf8')))));
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(1);
  process.stdout.write(
    `Week to week, ${rounds} times: scripting median ${at(0.5)} ms, p95 ${at(0.95)} ms (wanted: under ${budget} ms)\n`,
  );
} finally {
  await rm(traceFile, { force: true });
  await browser.close();
  await rondo.stop();
  await removeDataDir(dataDir);
}
