// node web/e2e/bench-map.ts [RUNS] [PART]: how long a day with 12 stops takes to be drawn after its data has arrived: as a schematic, and on the
// streets of a local style. Each run is a window without a cache, on the day's own address or from the week, clicked as soon as the pointer is
// there or 150 ms later. PART: only lines that contain it, such as `Streets` or `from the week`. Not a test, because a loaded machine would fail it.
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import type { Browser, Page } from 'playwright';
import { z } from 'zod';
import { launchBrowser } from './browser.ts';
import { chromiumPath } from './chromium.ts';
import { startMapService } from './map-service.ts';
import { comingMonday } from './planner-studio.ts';
import { removeDataDir, scratchDataDir, startRondo } from './running-rondo.ts';
import { send } from './send.ts';

const runs = Number(process.argv[2] ?? 11);
const part = process.argv[3] ?? '';
const budget = 500;
const stops = 12;

const home = [-97.78, 30.24] as const;
/** North and east of home, higher than wide, so that a road's detour to the north is in the map's margin. */
const placeOf = (i: number) => ({
  latitude: home[1] + 0.01 + 0.012 * i,
  longitude: home[0] + 0.03 * Math.sin(1 + 2.4 * i),
});

const row = z.object({ id: z.string(), revision: z.string() });

const ok = async (answer: ReturnType<typeof send>) => {
  const { ok: isOk, text, body } = await answer;
  if (!isOk) throw new Error(text);
  return body;
};

const time = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** A studio whose teacher visits twelve students on a Tuesday. */
const fill = async (page: Page): Promise<{ readonly day: string; readonly week: string; readonly monday: string }> => {
  const availability = [{ dayOfWeek: 2, startTime: '08:00', endTime: '20:00', enabled: true }];
  const address = '2210 Bluebonnet Ln, Austin, TX 78704';
  const post = async (path: string, data: object) => row.parse(await ok(send(page, 'POST', path, data)));
  const teacher = await post('/api/teachers', { name: 'Dana', phone: '1', email: 'd@x.org', address, availability });
  for (let i = 0; i < stops; i += 1) {
    const person = { firstName: `Stop${i + 1}`, lastName: 'Lee', address: `${100 + i} Elm St, Austin, TX 78704` };
    const { id, revision } = await post('/api/students', { ...person, availability });
    await ok(send(page, 'PUT', `/api/students/${id}`, { ...placeOf(i), revision }));
    const startTime = time(8 * 60 + 55 * i);
    await post('/api/lessons', { teacherId: teacher.id, studentId: id, startTime, duration: 30, dayOfWeek: 2 });
  }
  const monday = await comingMonday(page);
  const week = `/schedule?week=${monday}&teacher=${teacher.id}`;
  return { monday, week, day: `${week}&day=${addDays(monday, 1)}` };
};

/** What the page saw, in milliseconds of its own clock; undefined for what has not happened. */
type Seen = { click?: number; marks?: number; streets?: number; road?: number };

/** Watches each frame of a page: when the day was clicked, and when marks, streets and road were painted. */
const watch = (count: number): void => {
  const seen: Seen = {};
  Reflect.set(globalThis, 'seen', seen);
  addEventListener('click', ({ timeStamp }) => (seen.click = timeStamp), { capture: true });
  // What WebGL has drawn stays readable.
  const getContext = Reflect.get(HTMLCanvasElement.prototype, 'getContext');
  Reflect.set(
    HTMLCanvasElement.prototype,
    'getContext',
    function own(this: HTMLCanvasElement, kind: string, wishes?: object) {
      return Reflect.apply(getContext, this, [
        kind,
        kind === 'webgl2' ? { ...wishes, preserveDrawingBuffer: true } : wishes,
      ]);
    },
  );
  const strip = document.createElement('canvas');
  const isRoadDrawn = (canvas: HTMLCanvasElement): boolean => {
    [strip.width, strip.height] = [canvas.clientWidth, 30];
    const context = strip.getContext('2d', { willReadFrequently: true });
    context?.drawImage(canvas, 0, 12, canvas.clientWidth, 30, 0, 0, canvas.clientWidth, 30);
    const { data } = context?.getImageData(0, 0, strip.width, strip.height) ?? { data: [] };
    for (let i = 0; i < data.length; i += 4) if ((data[i] ?? 255) < 160 && data[i + 3] === 255) return true;
    return false;
  };
  const painted = (what: 'marks' | 'streets' | 'road'): void => {
    if (seen[what] !== undefined) return;
    seen[what] = Number.POSITIVE_INFINITY;
    // After the frame that has it.
    setTimeout(() => (seen[what] = performance.now()));
  };
  const look = (): void => {
    requestAnimationFrame(look);
    const figure = document.querySelector('figure[aria-label^="Route Map"]');
    if (!figure) return;
    const numbers = [...figure.querySelectorAll('[title]')].filter((mark) => /^\d+$/.test(mark.textContent ?? ''));
    const isVisible = numbers.some((mark) => getComputedStyle(mark).visibility === 'visible');
    if (numbers.length < count || !isVisible) return;
    painted('marks');
    const canvas = figure.querySelector<HTMLCanvasElement>('canvas.mapboxgl-canvas');
    if (!canvas || getComputedStyle(canvas).visibility !== 'visible') return;
    painted('streets');
    // To read what is drawn takes longer than to draw it: not before the streets have their time, and the road has that of the frame before.
    const now = performance.now();
    if (seen.road === undefined && Number.isFinite(seen.streets) && isRoadDrawn(canvas)) seen.road = now;
  };
  requestAnimationFrame(look);
};

/**
 * What marks are drawn from; streets need the key too, and the road comes after them. The style, with all streets in it, is the maps service's own
 * answer. Lists of other weeks do not count.
 */
const answers = {
  marks: (monday: string) => `/api/(lessons\\?from=${monday}.*|students|teachers)$`,
  streets: (monday: string) => `/api/(lessons\\?from=${monday}.*|students|teachers|maps/api-key)$`,
  style: () => '/styles/v1/',
};

/** When the last of some answers arrived, each for the first time. */
const dataAt = (wanted: string): number => {
  const first = new Map<string, number>();
  for (const entry of performance.getEntriesByType('resource'))
    if (new RegExp(wanted).test(entry.name) && !first.has(entry.name) && entry instanceof PerformanceResourceTiming)
      first.set(entry.name, entry.responseEnd);
  return Math.max(...first.values());
};

/** `styled`: the streets, after the maps service's answer. */
type Times = { readonly marks: number; readonly streets: number; readonly styled: number; readonly road: number };

/** One cold window. `open` leads to the day. @returns milliseconds after the data, or after the click if the data was there */
const measure = async (
  browser: Browser,
  url: string,
  cookie: Parameters<Awaited<ReturnType<Browser['newContext']>>['addCookies']>[0],
  last: keyof Times,
  monday: string,
  open: (page: Page) => Promise<void>,
): Promise<Times> => {
  const context = await browser.newContext({ baseURL: url, timezoneId: 'America/Chicago', reducedMotion: 'reduce' });
  await context.addCookies(cookie);
  const page = await context.newPage();
  await page.addInitScript(watch, stops);
  await open(page);
  await page.waitForFunction((what) => Number.isFinite(Reflect.get(Reflect.get(globalThis, 'seen'), what)), last);
  const seen: Seen = await page.evaluate(() => Reflect.get(globalThis, 'seen'));
  const known = {
    marks: await page.evaluate(dataAt, answers.marks(monday)),
    streets: await page.evaluate(dataAt, answers.streets(monday)),
    style: await page.evaluate(dataAt, answers.style()),
  };
  await context.close();
  const after = (data: number, at = Number.NaN): number => at - Math.max(seen.click ?? 0, data);
  return {
    marks: after(known.marks, seen.marks),
    streets: after(known.streets, seen.streets),
    styled: after(known.style, seen.streets),
    road: after(known.streets, seen.road),
  };
};

const at = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0;

const told = (what: string, times: readonly number[]): void => {
  const figures = `median ${at(times, 0.5).toFixed(0)} ms, p95 ${at(times, 0.95).toFixed(0)} ms`;
  process.stdout.write(`${what}, ${times.length} times: ${figures} (wanted: under ${budget} ms)\n`);
};

const ways = {
  'from its address': async (page: Page, { day }: Awaited<ReturnType<typeof fill>>) => {
    await page.goto(day);
  },
  'from the week': async (page: Page, { week }: Awaited<ReturnType<typeof fill>>) => {
    await page.goto(week, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: /^Tuesday/ }).click();
  },
  // People do not click the moment the pointer arrives.
  'from the week, pointer on the header for 150 ms': async (page: Page, { week }: Awaited<ReturnType<typeof fill>>) => {
    await page.goto(week, { waitUntil: 'networkidle' });
    const header = page.getByRole('button', { name: /^Tuesday/ });
    await header.hover();
    await page.waitForTimeout(150);
    await header.click();
  },
};

const benchMap = async (
  browser: Browser,
  name: string,
  environment: NodeJS.ProcessEnv,
  parts: readonly (keyof Times)[],
) => {
  const wanted = Object.entries(ways).filter(([way]) => `${name}, a day ${way}`.includes(part));
  if (wanted.length === 0) return;
  const dataDir = await scratchDataDir();
  const rondo = await startRondo(dataDir, environment);
  try {
    const context = await browser.newContext({ baseURL: rondo.url });
    const page = await context.newPage();
    await page.request.post('/api/guest-login', { data: { timeZone: 'America/Chicago' } });
    const studio = await fill(page);
    const cookies = await context.cookies();
    await context.close();
    for (const [way, open] of wanted) {
      const all: Times[] = [];
      for (let run = 0; run <= runs; run += 1) {
        const times = await measure(browser, rondo.url, cookies, parts.at(-1) ?? 'marks', studio.monday, (of) =>
          open(of, studio),
        );
        // The first one warms up the server.
        if (run > 0) all.push(times);
      }
      for (const one of parts)
        told(
          `${name}, a day ${way}: ${one}`,
          all.map((times) => times[one]),
        );
    }
  } finally {
    await rondo.stop();
    await removeDataDir(dataDir);
  }
};

const service = await startMapService([home[0], home[1] + 0.07]);
const browser = await launchBrowser(await chromiumPath());
try {
  await benchMap(browser, 'Schematic', {}, ['marks']);
  const environment = { MAPBOX_TOKEN: 'pk.bench', MAPBOX_API_URL: service.url };
  await benchMap(browser, 'Streets', environment, ['marks', 'streets', 'styled', 'road']);
} finally {
  await browser.close();
  await service.stop();
}
