import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import type { BenchRondo } from './bench-rondo.ts';
import { median, type Row } from './measure.ts';
import { events, longPast, students } from './past.ts';

const runs = 5;

/** Restoring a whole studio after half of its students were deleted, and back, over HTTP, until the restore has ended. */
export const benchRestore = async (rondo: BenchRondo): Promise<Row[]> => {
  const { visitor, instants } = await longPast(rondo);
  const ended = async (restoreId: string): Promise<void> => {
    for (;;) {
      const { json } = await visitor.get(`/api/restores/${restoreId}`);
      if (json.status === 'completed') return;
      if (json.status === 'failed') throw new Error(json.detail);
    }
  };
  const restore = async (asOf: string): Promise<number> => {
    const started = performance.now();
    const { status, text, json } = await visitor.post('/api/restore', { asOf });
    if (status > 202) throw new Error(text);
    await ended(json.restoreId);
    return performance.now() - started;
  };
  const [full = ''] = instants;
  const listed = await visitor.get('/api/students');
  const studentIds: string[] = listed.json.map(({ id }: { id: string }) => id);
  for (const id of studentIds.slice(0, students / 2)) {
    const { status, text } = await visitor.delete(`/api/students/${id}`);
    if (status !== 200) throw new Error(text);
  }
  // Through the moment after the deletion, every other restore deletes them again.
  const half = instantAt(Date.now());
  const preview: number[] = [];
  const times: number[] = [];
  let rows = 0;
  for (let run = 0; run < runs; run += 1) {
    const asOf = run % 2 === 0 ? full : half;
    const started = performance.now();
    const { status, text, json } = await visitor.get(`/api/restore/preview?asOf=${asOf}`);
    if (status !== 200) throw new Error(text);
    preview.push(performance.now() - started);
    rows = json.counts.added + json.counts.removed + json.counts.changed;
    times.push(await restore(asOf));
  }
  const what = `a studio of ${students} students and ${events} events`;
  return [
    {
      what: `restore of ${what}, of which half were deleted`,
      figures: { 'p50 ms': median(times), 'max ms': Math.max(...times) },
      aim: 'under 5000 ms',
    },
    { what: `preview of the same, ${rows} rows`, figures: { 'p50 ms': median(preview) } },
  ];
};
