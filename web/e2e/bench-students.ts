// node web/e2e/bench-students.ts [COUNT]: how long the list of students takes to appear, to show whom someone searches for and to tick all of
// them, and how smoothly it scrolls; with 500 students unless another number is given. Not a test, because a loaded machine would fail it.
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright';
import { z } from 'zod';
import { launchBrowser } from './browser.ts';
import { chromiumPath } from './chromium.ts';
import { addTeacher } from './roster-steps.ts';
import { removeDataDir, scratchDataDir, startRondo } from './running-rondo.ts';
import { send } from './send.ts';

const count = Number(process.argv[2] ?? 500);
const filterBudget = 50;
const frame = 1000 / 60;
const cardsPerFile = 5000;

const card = (i: number): string =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:Family ${String(i % 97).padStart(2, '0')};Student ${i};;;`,
    `TEL:(512) ${100 + (i % 900)}-${1000 + (i % 9000)}`,
    `ADR;TYPE=HOME:;;${100 + i} Main St;Austin;TX;78704;USA`,
    'END:VCARD',
    '',
  ].join('\r\n');

const rows = z.array(z.object({ id: z.string(), latitude: z.number().nullable() }));

const ok = async (answer: ReturnType<typeof send>) => {
  const { ok: isOk, text, body } = await answer;
  if (!isOk) throw new Error(text);
  return body;
};

/** How many students get a teacher and hours. */
const mostComplete = 1000;

/** A studio with that many students, most of them with a teacher and hours. */
const fill = async (page: Page): Promise<void> => {
  for (let from = 0; from < count; from += cardsPerFile) {
    const cards = Array.from({ length: Math.min(cardsPerFile, count - from) }, (_, i) => card(from + i));
    const buffer = Buffer.from(cards.join(''));
    await page.request.post('/api/students/import-vcards', {
      multipart: { file: { name: 'families.vcf', mimeType: 'text/vcard', buffer } },
      timeout: 120_000,
    });
  }
  const marcus = await addTeacher(page, 'Marcus Bell');
  const studentIds = rows.parse(await ok(send(page, 'GET', '/api/students'))).map(({ id }) => id);
  if (studentIds.length !== count) throw new Error(`${studentIds.length} students instead of ${count}.`);
  const complete = { studentIds: studentIds.slice(0, mostComplete) };
  await ok(send(page, 'POST', '/api/assignments/bulk', { ...complete, teacherIds: [marcus.id] }));
  await ok(send(page, 'POST', '/api/students/assign-random-availability', complete));
  // The server locates imported addresses in the background, and would take the processor from the page.
  for (let tries = 0; tries < 300; tries += 1) {
    const students = rows.parse(await ok(send(page, 'GET', '/api/students')));
    if (students.every(({ latitude }) => latitude !== null)) return;
    await delay(200);
  }
};

const at = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0;

const told = (what: string, times: readonly number[], wanted = ''): void => {
  const figures = `median ${at(times, 0.5).toFixed(1)} ms, p95 ${at(times, 0.95).toFixed(1)} ms, most ${at(times, 1).toFixed(1)} ms`;
  process.stdout.write(`${what}, ${times.length} times: ${figures}${wanted}\n`);
};

/** How many frames came too late, of those that there should have been. */
const missed = (intervals: readonly number[]): string => {
  const due = intervals.map((interval) => Math.max(1, Math.round(interval / frame)));
  const all = due.reduce((sum, frames) => sum + frames, 0);
  return `${all - intervals.length} of ${all} frames missed`;
};

/** Milliseconds from a letter in the search field, or a click on "Select all students", to the end of the frame that shows its effect. */
const untilShown = (page: Page, texts: readonly string[] | null, rounds: number): Promise<number[]> =>
  page.evaluate(
    async ([given, times]) => {
      const painted = (): Promise<void> =>
        new Promise((resolve) => {
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => resolve());
            port1.start();
            port2.postMessage(null);
          });
        });
      const field = document.querySelector<HTMLInputElement>('input[type=search]');
      const box = document.querySelector<HTMLElement>('input[aria-label="Select all students"]');
      // As typing does: React does not notice a value that a script sets on its own field.
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      const measured: number[] = [];
      for (let round = 0; round < times; round += 1) {
        const started = performance.now();
        if (given === null) box?.click();
        else {
          value?.set?.call(field, given[round % given.length] ?? '');
          field?.dispatchEvent(new Event('input', { bubbles: true }));
        }
        await painted();
        measured.push(performance.now() - started);
        // The next one begins in a quiet moment.
        await painted();
        await painted();
      }
      return measured;
    },
    [texts, rounds] as const,
  );

/** The intervals between frames, in milliseconds, while the page scrolls by some pixels in each. */
const scrolling = (page: Page, pixels: number, frames: number): Promise<number[]> =>
  page.evaluate(
    async ([step, most]) => {
      const intervals: number[] = [];
      let before = await new Promise<number>(requestAnimationFrame);
      for (let frame = 0; frame < most; frame += 1) {
        window.scrollBy(0, step);
        const now = await new Promise<number>(requestAnimationFrame);
        intervals.push(now - before);
        before = now;
      }
      return intervals;
    },
    [pixels, frames] as const,
  );

/**
 * A page of as many plain lines of text, as high as the list. What its frames miss while it scrolls, the machine misses: a browser without a
 * graphics card paints on the processor.
 */
const plainPage = async (page: Page): Promise<void> => {
  const lines = Array.from({ length: count }, (_, i) => `<p style="height: 57px; margin: 0">Student ${i}</p>`);
  await page.setContent(`<!doctype html><title>Lines</title><main>${lines.join('')}</main>`);
};

/** Milliseconds of processor time that the page's main thread uses for each of the steps: whatever else the machine does. */
const processorTime = async (page: Page, steps: number, work: () => Promise<unknown>): Promise<string> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const names = ['TaskDuration', 'ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'];
  const used = async (): Promise<number[]> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return names.map((name) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0));
  };
  const before = await used();
  await work();
  const after = await used();
  const [all, script, style, layout] = after.map((time, i) => ((time - (before[i] ?? 0)) / steps).toFixed(1));
  await session.detach();
  return `; processor time ${all} ms each, of which scripts ${script}, styles ${style}, layout ${layout}`;
};

const dataDir = await scratchDataDir();
const rondo = await startRondo(dataDir, { MAX_GUEST_STUDENTS: String(count) });
const browser = await launchBrowser(await chromiumPath());
try {
  const context = await browser.newContext({ baseURL: rondo.url, timezoneId: 'America/Chicago' });
  const page = await context.newPage();
  await page.request.post('/api/guest-login', { data: { timeZone: 'America/Chicago' } });
  await fill(page);
  const started = performance.now();
  await page.goto('/students');
  await page
    .getByRole('button', { name: /^Expand/ })
    .first()
    .waitFor();
  process.stdout.write(`${count} students: the list appears after ${Math.round(performance.now() - started)} ms\n`);
  const searches = ['s', 'st', 'student 4', 'student 42', 'student 4', 's', '', 'family 13', '', 'nobody', ''];
  const measured = async (what: string, steps: number, work: () => Promise<number[]>, wanted = ''): Promise<void> => {
    let times: number[] = [];
    const each = await processorTime(page, steps, async () => {
      times = await work();
    });
    told(what, times, `${each}${wanted}`);
  };
  const wanted = ` (wanted: under ${filterBudget} ms)`;
  await measured('A letter in the search', 44, () => untilShown(page, searches, 44), wanted);
  await measured('Select all students', 10, () => untilShown(page, null, 10));
  const plain = await context.newPage();
  await plainPage(plain);
  const frames = 300;
  let plainTimes: number[] = [];
  const plainCost = await processorTime(plain, frames, async () => {
    plainTimes = await scrolling(plain, 40, frames);
  });
  told('Frames of scrolling a page of plain text', plainTimes, `; ${missed(plainTimes)}${plainCost}`);
  await plain.close();
  await page.bringToFront();
  let times: number[] = [];
  const cost = await processorTime(page, frames, async () => {
    times = await scrolling(page, 40, frames);
  });
  told('Frames of scrolling the list', times, `; ${missed(times)}${cost}`);
  await page.evaluate(() => window.scrollTo(0, 0));
  await measured('A letter in the search, once all were seen', 44, () => untilShown(page, searches, 44), wanted);
} finally {
  await browser.close();
  await rondo.stop();
  await removeDataDir(dataDir);
}
