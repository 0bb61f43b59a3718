/** Milliseconds of each of `runs` calls, after a warm-up. */
export const timeEach = async (
  runs: number,
  warmUp: number,
  call: (run: number) => Promise<unknown>,
): Promise<number[]> => {
  for (let i = 0; i < warmUp; i += 1) await call(-1 - i);
  const times: number[] = [];
  for (let i = 0; i < runs; i += 1) {
    const started = performance.now();
    await call(i);
    times.push(performance.now() - started);
  }
  return times;
};

export const percentile = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

export const median = (times: readonly number[]): number => percentile(times, 0.5);

/** One line of the bench table. `aim` is the target of the figure, in words. */
export type Row = { readonly what: string; readonly figures: Readonly<Record<string, number>>; readonly aim?: string };

const shown = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** The rows as a Markdown table. */
export const asTable = (rows: readonly Row[]): string =>
  [
    '| what | figures | aim |',
    '|---|---|---|',
    ...rows.map(({ what, figures, aim = '' }) => {
      const text = Object.entries(figures).map(([name, value]) => `${name} ${shown(value)}`);
      return `| ${what} | ${text.join(', ')} | ${aim} |`;
    }),
  ].join('\n');
