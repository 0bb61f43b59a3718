import { median, type Row } from './measure.ts';
import type { BenchRondo } from './bench-rondo.ts';
import { seededRandom } from '@rondo/services/optimizer/search/random.ts';

const zipCodes = [
  '78704',
  '78745',
  '78751',
  '78722',
  '78757',
  '78703',
  '78731',
  '78723',
  '78759',
  '78749',
  '78739',
  '78729',
];

const hour = (value: number): string => `${String(Math.floor(value)).padStart(2, '0')}:00`;

/** `POST /api/schedule/generate` for studios of several sizes, from the request to the answer with report and lessons. */
export const benchGenerate = async ({ newVisitor }: BenchRondo): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const size of [10, 25, 50, 80]) {
    const visitor = await newVisitor();
    const random = seededRandom(size);
    const windows = [1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '13:00', endTime: '20:30' }));
    const { json: teacher } = await visitor.post('/api/teachers', {
      name: `Bench ${size}`,
      phone: '1',
      email: 'bench@example.com',
      address: '2210 Bluebonnet Ln, Austin, TX 78704',
      availability: windows,
    });
    const studentIds: string[] = [];
    for (let i = 0; i < size; i += 1) {
      const zip = zipCodes[Math.floor(random() * zipCodes.length)] ?? '78704';
      const days = [1, 2, 3, 4, 5, 6].filter(() => random() < 0.4);
      const { json: student } = await visitor.post('/api/students', {
        firstName: `Student ${i}`,
        lastName: 'Bench',
        address: `${100 + i} Main St, Austin, TX ${zip}`,
        lessonDuration: random() < 0.3 ? 30 : random() < 0.8 ? 45 : 60,
        availability: (days.length === 0 ? [2] : days).map((dayOfWeek) => {
          const from = 13 + Math.floor(random() * 4);
          return {
            dayOfWeek,
            startTime: hour(from),
            endTime: hour(from + 2 + Math.floor(random() * 2)),
            isPreferred: random() < 0.3,
          };
        }),
      });
      await visitor.post('/api/assignments', { studentId: student.id, teacherId: teacher.id });
      studentIds.push(student.id);
    }
    const times: number[] = [];
    let placed = 0;
    for (let run = 0; run < 3; run += 1) {
      const started = performance.now();
      const answer = await visitor.post('/api/schedule/generate', { teacherIds: [teacher.id], studentIds });
      times.push((performance.now() - started) / 1000);
      if (answer.status !== 200) throw new Error(answer.text);
      placed = answer.json.lessons.length;
    }
    rows.push({
      what: `generate for ${size} students`,
      figures: { 'median s': median(times), placed: placed },
      ...(size === 50 ? { aim: 'under 2 s' } : {}),
    });
  }
  return rows;
};
