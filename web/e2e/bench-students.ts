// node web/e2e/bench-students.ts [COUNT]: how long the list of students takes to appear, to show whom someone searches for and to tick all of
// them, and how smoothly it scrolls; with 500 students unless another number is given. Not a test, because a loaded machine would fail it.
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright';
import { z } from 'zod';
import { framesMissed, printTimes, processorTime, scrolling, untilShown } from './bench-list.ts';
import { launchBrowser } from './browser.ts';
import { chromiumPath } from './chromium.ts';
import { addTeacher } from './roster-steps.ts';
import { removeDataDir, scratchDataDir, startRondo } from './running-rondo.ts';
import { send } from './send.ts';

const count = Number(process.argv[2] ?? 500);
const filterBudget = 50;
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

/**
 * A page of as many plain lines of text, as high as the list. What its frames miss while it scrolls, the machine misses: a browser without a
 * graphics card paints on the processor.
 */
const plainPage = async (page: Page): Promise<void> => {
  const lines = Array.from({ length: count }, (_, i) => `<p style="height: 57px; margin: 0">Student ${i}</p>`);
  await page.setContent(`<!doctype html><title>Lines</title><main>${lines.join('')}</main>`);
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
    printTimes(what, times, `${each}${wanted}`);
  };
  const wanted = ` (wanted: under ${filterBudget} ms)`;
  await measured('A letter in the search', 44, () => untilShown(page, 'Select all students', searches, 44), wanted);
  await measured('Select all students', 10, () => untilShown(page, 'Select all students', null, 10));
  const plain = await context.newPage();
  await plainPage(plain);
  const frames = 300;
  let plainTimes: number[] = [];
  const plainCost = await processorTime(plain, frames, async () => {
    plainTimes = await scrolling(plain, 40, frames);
  });
  printTimes('Frames of scrolling a page of plain text', plainTimes, `; ${framesMissed(plainTimes)}${plainCost}`);
  await plain.close();
  await page.bringToFront();
  let times: number[] = [];
  const cost = await processorTime(page, frames, async () => {
    times = await scrolling(page, 40, frames);
  });
  printTimes('Frames of scrolling the list', times, `; ${framesMissed(times)}${cost}`);
  await page.evaluate(() => window.scrollTo(0, 0));
  await measured(
    'A letter in the search, once all were seen',
    44,
    () => untilShown(page, 'Select all students', searches, 44),
    wanted,
  );
} finally {
  await browser.close();
  await rondo.stop();
  await removeDataDir(dataDir);
}
