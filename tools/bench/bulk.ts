import type { BenchRondo } from './bench-rondo.ts';
import { median, percentile, type Row } from './measure.ts';
import { done, fullTeacher } from './undo.ts';

const students = 100;
const runs = 10;
const warmUp = 2;

const figures = (times: readonly number[]) => ({ 'p50 ms': median(times), 'p95 ms': percentile(times, 0.95) });

/** Bulk actions on 100 students with a weekly lesson each, over HTTP, until the lists show them, and undoing the deletion. */
export const benchBulk = async ({ newVisitor }: BenchRondo): Promise<Row[]> => {
  const visitor = await newVisitor();
  const { studentIds } = await fullTeacher(visitor, students);
  const times: Record<'random' | 'deletion' | 'undo', number[]> = { random: [], deletion: [], undo: [] };
  for (let run = -warmUp; run < runs; run += 1) {
    const measured = async (what: keyof typeof times, path: string, body: object) => {
      const started = performance.now();
      const { batchId } = done(await visitor.post(path, body));
      if (run >= 0) times[what].push(performance.now() - started);
      return batchId;
    };
    await measured('random', '/api/students/assign-random-availability', { studentIds });
    const batchId = await measured('deletion', '/api/students/delete', { studentIds });
    const left = done(await visitor.get('/api/lessons')).json.length;
    if (left !== 0) throw new Error(`${left} lessons were left.`);
    await measured('undo', '/api/undo', { batchId });
    const back = done(await visitor.get('/api/students')).json.length;
    if (back !== students) throw new Error(`${back} students came back.`);
  }
  return [
    { what: `random availability for ${students} students`, figures: figures(times.random) },
    {
      what: `deletion of ${students} students with a weekly lesson each`,
      figures: figures(times.deletion),
      aim: 'under 2 s',
    },
    { what: 'undo of the deletion', figures: figures(times.undo) },
  ];
};
