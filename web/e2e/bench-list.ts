// How long a long list takes to show what someone searches for or ticks, and how smoothly it scrolls.
import type { Page } from 'playwright';

const frame = 1000 / 60;

const at = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0;

/** Prints some times: what they are of, median, 95th percentile and the longest. */
export const printTimes = (what: string, times: readonly number[], wanted = ''): void => {
  const figures = `median ${at(times, 0.5).toFixed(1)} ms, p95 ${at(times, 0.95).toFixed(1)} ms, most ${at(times, 1).toFixed(1)} ms`;
  process.stdout.write(`${what}, ${times.length} times: ${figures}${wanted}\n`);
};

/** How many frames came too late, of those that there should have been. */
export const framesMissed = (intervals: readonly number[]): string => {
  const due = intervals.map((interval) => Math.max(1, Math.round(interval / frame)));
  const all = due.reduce((sum, frames) => sum + frames, 0);
  return `${all - intervals.length} of ${all} frames missed`;
};

/**
 * Milliseconds from a letter in the search field, or a click on the check box that selects all, to the end of the frame that shows its effect.
 * @param selectAll the name of that check box
 * @param texts what is typed, one after the other; null clicks
 */
export const untilShown = (
  page: Page,
  selectAll: string,
  texts: readonly string[] | null,
  rounds: number,
): Promise<number[]> =>
  page.evaluate(
    async ([label, given, times]) => {
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
      const box = document.querySelector<HTMLElement>(`input[aria-label="${label}"]`);
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
    [selectAll, texts, rounds] as const,
  );

/** The intervals between frames, in milliseconds, while the page scrolls by some pixels in each. */
export const scrolling = (page: Page, pixels: number, frames: number): Promise<number[]> =>
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

/** Milliseconds of processor time that the page's main thread uses for each of the steps: whatever else the machine does. */
export const processorTime = async (page: Page, steps: number, work: () => Promise<unknown>): Promise<string> => {
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
