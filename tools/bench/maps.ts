import { fakeMapbox, fakeToken, type FakeMapbox } from '@rondo/services/platform/maps/mapbox/testing/fake-mapbox.ts';
import { seededRandom } from '@rondo/services/optimizer/search/random.ts';
import type { Visitor } from '@rondo/services/testing/visitor.ts';
import { startBenchRondo } from './bench-rondo.ts';
import type { Row } from './measure.ts';

const count = 40;
const zipCodes = ['78704', '78745', '78751', '78722', '78757', '78703', '78731', '78723', '78759', '78749'];
const weekdays = [1, 2, 3, 4, 5, 6];

type Random = () => number;
type Window = { readonly dayOfWeek: number; readonly startTime: string; readonly endTime: string };

const hours = (dayOfWeek: number, from: number, to: number): Window => ({
  dayOfWeek,
  startTime: `${from}:00`,
  endTime: `${to}:00`,
});

const someDays = (random: Random, share: number): number[] => {
  const days = weekdays.filter(() => random() < share);
  return days.length === 0 ? [2] : days;
};

/** How much time the students of a studio have. */
const studios: Readonly<Record<string, (random: Random) => Window[]>> = {
  'free whenever the teacher is': () => weekdays.map((day) => hours(day, 13, 20)),
  'free for 2 to 4 hours on half of the days': (random) =>
    someDays(random, 0.5).map((day) => {
      const from = 14 + Math.floor(random() * 4);
      return hours(day, from, from + 2 + Math.floor(random() * 3));
    }),
  'free for 2 hours on one day or two': (random) =>
    someDays(random, 0.2).map((day) => {
      const from = 14 + Math.floor(random() * 5);
      return hours(day, from, from + 2);
    }),
};

const fill = async (visitor: Visitor, windowsOf: (random: Random) => Window[]) => {
  const random = seededRandom(count);
  const { json: teacher } = await visitor.post('/api/teachers', {
    name: 'Bench',
    phone: '1',
    email: 'bench@example.com',
    address: '2210 Bluebonnet Ln, Austin, TX 78704',
    availability: weekdays.map((day) => hours(day, 13, 20)),
  });
  const studentIds: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const { json: student } = await visitor.post('/api/students', {
      firstName: `Student ${i}`,
      lastName: 'Bench',
      address: `${100 + 7 * i} Elm St, Austin, TX ${zipCodes[i % zipCodes.length]}`,
      lessonDuration: 30,
      availability: windowsOf(random),
    });
    await visitor.post('/api/assignments', { studentId: student.id, teacherId: teacher.id });
    studentIds.push(student.id);
  }
  return { teacherIds: [teacher.id], studentIds };
};

const asked = async (fake: FakeMapbox, ask: () => Promise<{ status: number; text: string }>) => {
  fake.reset();
  const { status, text } = await ask();
  if (status !== 200) throw new Error(text);
  return fake.counts();
};

/** What generating a plan asks of Mapbox (the fake that the tests use): pairs of the matrix, and calls. */
export const benchMaps = async (): Promise<Row[]> => {
  const fake = await fakeMapbox();
  const rondo = await startBenchRondo({ MAPBOX_TOKEN: fakeToken, MAPBOX_API_URL: fake.url });
  try {
    const rows: Row[] = [];
    for (const [who, windowsOf] of Object.entries(studios)) {
      const visitor = await rondo.newVisitor();
      const selected = await fill(visitor, windowsOf);
      const generate = () => visitor.post('/api/schedule/generate', selected);
      const cold = await asked(fake, generate);
      const warm = await asked(fake, generate);
      rows.push({
        what: `generate for ${count} students, ${who}: Matrix elements, cold`,
        figures: {
          elements: cold.elements,
          'share of the matrix': cold.elements / (count + 1) ** 2,
          calls: cold.matrix,
        },
        aim: 'at most 0.6',
      });
      rows.push({ what: 'the same, warm', figures: { elements: warm.elements, calls: warm.matrix }, aim: 'none' });
    }
    return rows;
  } finally {
    await rondo.stop();
    await fake.stop();
  }
};
