// node web/e2e/bench-invoices.ts [COUNT]: how long the list of invoices takes to appear and to select all of them, and how smoothly it scrolls on
// a processor that is slowed down four times; then how soon a student's page is there after its data. With 2,000 invoices unless another number is
// given. Not a test, because a loaded machine would fail it.
import type { Page } from 'playwright';
import { z } from 'zod';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { framesMissed, printTimes, processorTime, scrolling, untilShown } from './bench-list.ts';
import { launchBrowser } from './browser.ts';
import { chromiumPath } from './chromium.ts';
import { comingMonday } from './planner-studio.ts';
import { addTeacher } from './roster-steps.ts';
import { removeDataDir, scratchDataDir, startRondo } from './running-rondo.ts';
import { send } from './send.ts';

const count = Number(process.argv[2] ?? 2000);
const students = 80;
const slowdown = 4;

const created = z.object({ id: z.string() });

const ok = async (answer: ReturnType<typeof send>) => {
  const { ok: isOk, text, body } = await answer;
  if (!isOk) throw new Error(text);
  return body;
};

/** A studio whose students were billed week after week. Answers one of them. */
const fill = async (page: Page, monday: IsoDate): Promise<string> => {
  const teacher = await addTeacher(page, 'Marcus Bell');
  const ids: string[] = [];
  for (let i = 0; i < students; i += 1) {
    const student = {
      firstName: `Student ${i}`,
      lastName: `Family ${i % 40}`,
      phone: '(512) 555-0100',
      address: `${100 + i * 7} S Lamar Blvd, Austin, TX 78704`,
      teacherId: teacher.id,
      perLessonRate: 50,
    };
    ids.push(created.parse(await ok(send(page, 'POST', '/api/students', student))).id);
  }
  const weeks = Math.ceil(count / students);
  for (let week = 1; week <= weeks; week += 1) {
    const from = addDays(monday, -7 * week);
    const billed = ids.slice(0, Math.min(students, count - (week - 1) * students));
    await Promise.all(
      billed.map((studentId, i) =>
        ok(
          send(page, 'POST', '/api/lessons', {
            teacherId: teacher.id,
            studentId,
            lessonDate: addDays(from, i % 5),
            startTime: `${9 + (Math.floor(i / 5) % 12)}:${i < 60 ? '00' : '30'}`.padStart(5, '0'),
            duration: 30,
          }),
        ),
      ),
    );
    await ok(
      send(page, 'POST', '/api/invoices/generate', {
        teacherId: null,
        billingPeriodStart: from,
        billingPeriodEnd: addDays(from, 6),
        selectedStudentIds: billed,
      }),
    );
  }
  return ids[0] ?? '';
};

/** Milliseconds from the end of a page's last answer to the frame that shows its content. */
const afterData = async (page: Page, address: string, rounds: number): Promise<number[]> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.goto('/students');
    await page.waitForLoadState('networkidle');
    const time = await page.evaluate(async (path) => {
      performance.clearResourceTimings();
      const clicked = performance.now();
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
      // Its sections have headings, which the list of students has not.
      while (!document.querySelector('main h2')) await new Promise(requestAnimationFrame);
      const end = performance.now();
      const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'));
      const last = Math.max(
        clicked,
        ...answers.map((one) => (one instanceof PerformanceResourceTiming ? one.responseEnd : 0)),
      );
      return Math.max(0, end - last);
    }, address);
    times.push(time);
  }
  return times;
};

const dataDir = await scratchDataDir();
const rondo = await startRondo(dataDir);
const browser = await launchBrowser(await chromiumPath());
try {
  const context = await browser.newContext({ baseURL: rondo.url, timezoneId: 'America/Chicago' });
  const page = await context.newPage();
  await page.request.post('/api/register', {
    data: { email: 'dana@example.com', password: 'six-strings', firstName: 'Dana', timeZone: 'America/Chicago' },
  });
  const studentId = await fill(page, await comingMonday(page));
  const started = performance.now();
  await page.goto('/students?tab=invoices');
  await page.getByRole('checkbox', { name: 'Select all invoices' }).waitFor();
  process.stdout.write(`${count} invoices: the list appears after ${Math.round(performance.now() - started)} ms\n`);
  await page.waitForLoadState('networkidle');
  const session = await context.newCDPSession(page);
  let times: number[] = [];
  const selectAll = async (what: string): Promise<void> => {
    const cost = await processorTime(page, 10, async () => {
      times = await untilShown(page, 'Select all invoices', null, 10);
    });
    printTimes(what, times, cost);
  };
  await selectAll('Select all invoices (wanted: under 50 ms)');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await selectAll(`Select all invoices, processor slowed ${slowdown} times`);
  const frames = 300;
  const cost = await processorTime(page, frames, async () => {
    times = await scrolling(page, 40, frames);
  });
  printTimes(
    `Frames of scrolling, slowed ${slowdown} times (wanted: none over 33 ms)`,
    times,
    `; ${framesMissed(times)}${cost}`,
  );
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  printTimes('A student’s page after its data (wanted: 100 ms)', await afterData(page, `/students/${studentId}`, 12));
} finally {
  await browser.close();
  await rondo.stop();
  await removeDataDir(dataDir);
}
