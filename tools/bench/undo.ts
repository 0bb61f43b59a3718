import type { Visitor } from '@rondo/services/testing/visitor.ts';
import type { BenchRondo } from './bench-rondo.ts';
import { median, percentile, type Row } from './measure.ts';

const lessons = 80;
const runs = 20;
const warmUp = 3;

export const done = ({ status, text, json, headers }: Awaited<ReturnType<Visitor['post']>>) => {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return { json, batchId: headers.get('rondo-batch') };
};

const time = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The id of what was added, also where the lists do not show it yet. */
const idOf = ({ status, text, json }: Awaited<ReturnType<Visitor['post']>>): string => {
  if (status !== 200 && status !== 202) throw new Error(`${status} ${text}`);
  return json.id;
};

/** A teacher with weekly lessons, each with a student of its own, made through the API. */
export const fullTeacher = async (
  visitor: Visitor,
  lessons: number,
): Promise<{ readonly teacherId: string; readonly studentIds: readonly string[] }> => {
  const teacher = { name: 'Full Week', phone: '1', email: 'full@example.com', availability: [] };
  const teacherId: string = idOf(await visitor.post('/api/teachers', teacher));
  const studentIds: string[] = [];
  for (let i = 0; i < lessons; i += 1) {
    const student = { firstName: `Student ${i}`, lastName: 'Bench', address: `${100 + i} Main St, Austin, TX 78704` };
    const studentId: string = idOf(await visitor.post('/api/students', student));
    studentIds.push(studentId);
    const startTime = time(6 * 60 + Math.floor(i / 5) * 45);
    const entry = { teacherId, studentId, dayOfWeek: (i % 5) + 1, startTime, lessonDate: '' };
    idOf(await visitor.post('/api/lessons', entry));
  }
  return { teacherId, studentIds };
};

/** Undoing a clear of 80 weekly lessons, over HTTP, until the lists show them again. */
export const benchUndo = async ({ newVisitor }: BenchRondo): Promise<Row[]> => {
  const visitor = await newVisitor();
  const { teacherId } = await fullTeacher(visitor, lessons);
  const body = { selectedTeachers: [teacherId], manual: true, preScheduled: true };
  const times: number[] = [];
  for (let run = -warmUp; run < runs; run += 1) {
    const { batchId } = done(await visitor.delete('/api/lessons/clear', body));
    const started = performance.now();
    done(await visitor.post('/api/undo', { batchId }));
    if (run >= 0) times.push(performance.now() - started);
    const { json } = done(await visitor.get('/api/lessons'));
    if (json.length !== lessons) throw new Error(`${json.length} lessons came back.`);
  }
  return [
    {
      what: `undo of a clear of ${lessons} weekly lessons`,
      figures: { 'p50 ms': median(times), 'p95 ms': percentile(times, 0.95) },
      aim: 'p50 under 300 ms',
    },
  ];
};
