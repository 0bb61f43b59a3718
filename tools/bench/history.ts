import type { BenchRondo } from './bench-rondo.ts';
import { median, percentile, timeEach, type Row } from './measure.ts';
import { done } from './undo.ts';

const batches = 10_000;
const atOnce = 8;

/** Pages of the history of a studio whose 10,000 students were added one by one, over HTTP. */
export const benchHistory = async ({ newVisitor }: BenchRondo): Promise<Row[]> => {
  const visitor = await newVisitor();
  const ids: string[] = [];
  let next = 0;
  const add = async (): Promise<void> => {
    while (next < batches) {
      const i = next++;
      const student = { firstName: `Student ${i}`, lastName: 'Bench', address: `${100 + i} Main St, Austin, TX 78704` };
      ids.push(done(await visitor.post('/api/students', student)).json.id);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, add));
  let middle = '/api/history?limit=100';
  for (let page = 0; page < batches / 200; page += 1) {
    const cursor: string = done(await visitor.get(middle)).json.next;
    middle = `/api/history?${new URLSearchParams({ limit: '100', before: cursor }).toString()}`;
  }
  const pages: Readonly<Record<string, string>> = {
    'the newest 50': '/api/history',
    '100 from the middle': middle,
    'of one student': `/api/history?studentId=${ids[0]}`,
    'of one kind': '/api/history?kind=students',
    'of a rare kind': '/api/history?kind=invoices',
    'with a text': '/api/history?q=student%204711',
    'by oneself': '/api/history?by=me',
  };
  const all: number[] = [];
  const rows: Row[] = [];
  for (const [what, path] of Object.entries(pages)) {
    const times = await timeEach(30, 3, async () => done(await visitor.get(path)));
    all.push(...times);
    rows.push({ what: `history: ${what}`, figures: { 'p50 ms': median(times), 'p95 ms': percentile(times, 0.95) } });
  }
  return [
    {
      what: `history of ${batches} batches`,
      figures: { 'p50 ms': median(all), 'p95 ms': percentile(all, 0.95) },
      aim: 'p95 under 60 ms',
    },
    ...rows,
  ];
};
