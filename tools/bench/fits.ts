import type { BenchRondo } from './bench-rondo.ts';
import { median, percentile, timeEach, type Row } from './measure.ts';
import { done } from './undo.ts';

const students = 40;
const runs = 40;
const warmUps = 5;

const weekdays = [1, 2, 3, 4, 5];
const windows = weekdays.map((dayOfWeek) => ({ dayOfWeek, startTime: '10:00', endTime: '20:30' }));

/** How soon the times are there that would fit a new student, beside a teacher's week of as many students. */
export const benchFits = async ({ visitor }: BenchRondo): Promise<Row[]> => {
  const { id: teacherId } = done(
    await visitor.post('/api/teachers', {
      name: 'Full Week',
      phone: '1',
      email: 'full@example.com',
      address: '2210 Bluebonnet Ln, Austin, TX 78704',
      availability: windows,
    }),
  ).json;
  for (let i = 0; i < students; i += 1) {
    const address = `${100 + i * 40} S Lamar Blvd, Austin, TX 78704`;
    const body = { firstName: `Student ${i}`, lastName: 'Bench', address, teacherId, availability: windows };
    const { id: studentId } = done(await visitor.post('/api/students', body)).json;
    const [dayOfWeek, startTime] = [1 + (i % weekdays.length), `${12 + Math.floor(i / weekdays.length)}:00`];
    done(
      await visitor.post('/api/lessons', { teacherId, studentId, dayOfWeek, startTime, duration: 30, lessonDate: '' }),
    );
  }
  let asked = 0;
  const times = await timeEach(runs, warmUps, async () => {
    asked += 1;
    done(await visitor.post('/api/students/fits', { address: `${asked} Barton Springs Rd, Austin, TX 78704` }));
  });
  return [
    {
      what: `POST /api/students/fits for a new address beside ${students} students`,
      figures: { 'p50 ms': median(times), 'p95 ms': percentile(times, 0.95) },
      aim: 'p95 under 300 ms',
    },
  ];
};
