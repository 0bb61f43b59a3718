import { addDays } from '@rondo/contracts/calendar/dates.ts';
import type { BenchRondo } from './bench-rondo.ts';
import { firstMonday } from './long-log.ts';
import { median, percentile, timeEach, type Row } from './measure.ts';
import { events, longPast, students } from './past.ts';
import { done } from './undo.ts';

const runs = 30;
const warmUps = 3;

/** What families do not know of, in a studio with a long past that told each of half its families at a moment of its own. */
export const benchChanges = async (rondo: BenchRondo): Promise<Row[]> => {
  const { visitor, instants } = await longPast(rondo);
  const studentIds: string[] = done(await visitor.get('/api/students')).json.map(({ id }: { id: string }) => id);
  for (let i = 0; i < students / 2; i += 1)
    done(await visitor.post('/api/changes/told', { studentIds: [studentIds[i]], until: instants[i + 1] }));
  const [lesson] = done(await visitor.get('/api/lessons')).json;
  let week = 0;
  const change = async (): Promise<void> => {
    week += 1;
    const lessonDate = addDays(firstMonday, 7 * (200 + week) + lesson.dayOfWeek - 1);
    done(await visitor.post(`/api/lessons/${lesson.id}/cancel`, { lessonDate }));
  };
  const again = (path: string) => timeEach(runs, warmUps, async () => done(await visitor.get(path)));
  const afterChanges = async (path: string): Promise<number[]> => {
    const times: number[] = [];
    for (let run = -warmUps; run < runs; run += 1) {
      await change();
      const [time = 0] = await timeEach(1, 0, async () => done(await visitor.get(path)));
      if (run >= 0) times.push(time);
    }
    return times;
  };
  const rows: Row[] = [];
  for (const [path, aim] of [
    ['/api/changes/count', 'p95 under 30 ms'],
    ['/api/changes', 'p95 under 150 ms'],
  ] as const) {
    const listed = done(await visitor.get('/api/changes')).json.length;
    for (const [when, times] of [
      ['', await again(path)],
      [', each right after a change', await afterChanges(path)],
    ] as const)
      rows.push({
        what: `GET ${path} of ${students} students and ${events} events, ${listed} to tell${when}`,
        figures: { 'p50 ms': median(times), 'p95 ms': percentile(times, 0.95) },
        aim,
      });
  }
  return rows;
};
