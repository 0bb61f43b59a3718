import { expect, test } from 'vitest';
import { aStudent, aTeacher } from '../../../calendar/days/testing.ts';
import type { StudentRow } from '../roster.ts';
import { legendOf, lessonWords, mapNotes, studentPoints } from './map-content.ts';

const at = { latitude: 30.25, longitude: -97.75, locationPrecision: 'zip' } as const;
const teachers = ['dana', 'marcus', 'ada', 'bea'].map((id) => aTeacher({ id, name: `${id} teacher` }));
const row = (id: string, teacherId: string | null, located = true): StudentRow => ({
  student: aStudent(id, located ? at : {}),
  teachers: teachers.filter((teacher) => teacher.id === teacherId),
  lesson: null,
  lessonAt: null,
  scheduled: false,
  pending: false,
});
const rows = [row('ann', 'dana'), row('ben', 'marcus'), row('eve', 'ada'), row('kai', 'bea'), row('lou', null)];

test('a student’s sign says whose they are, and whether they are selected', () => {
  const apart = rows.map((one, i) => ({ ...one, student: { ...one.student, zipCode: `7870${i}` } }));
  const points = studentPoints(apart, teachers, new Set(['ben']));
  expect(
    points.flatMap(({ id, mark }) =>
      mark.kind === 'student' ? [`${id}: ${mark.of?.color} ${mark.of?.initials}`] : [],
    ),
  ).toEqual(['ann: 0 d', 'ben: 1 m', 'eve: 2 a', 'kai: 3 b', 'lou: undefined undefined']);
  expect(points.flatMap(({ id, mark }) => (mark.kind === 'student' && mark.selected ? [id] : []))).toEqual(['ben']);
});

test('many students of whom only the ZIP code is known are one mark', () => {
  const same = rows.map((one) => ({ ...one, student: { ...one.student, zipCode: '78704' } }));
  const points = studentPoints(same, teachers, new Set(['ben'])).filter(({ mark }) => mark.kind !== 'home');
  expect(points.map(({ mark }) => mark)).toEqual([{ kind: 'cluster', text: '78704 · 5', selected: true }]);
  // Its name begins with what it shows.
  expect(points[0]?.title).toMatch(/^78704 · 5 students: .*Ben Ito/);
  const exact = same.map((one) => ({ ...one, student: { ...one.student, locationPrecision: 'exact' as const } }));
  expect(studentPoints(exact, teachers, new Set()).filter(({ mark }) => mark.kind === 'student')).toHaveLength(5);
});

test('homes are those of the teachers whose students are shown', () => {
  const homes = studentPoints(rows.slice(0, 2), teachers, new Set()).filter(({ mark }) => mark.kind === 'home');
  expect(homes.map(({ id }) => id)).toEqual(['home dana', 'home marcus']);
});

test('the legend names what is on the map, and nothing else', () => {
  expect(legendOf(rows, teachers).map(({ of, text }) => `${of?.color ?? '-'} ${text}`)).toEqual([
    '0 dana teacher',
    '1 marcus teacher',
    '2 ada teacher',
    '3 bea teacher',
    '- No teacher',
  ]);
  expect(legendOf([row('ann', 'dana'), row('lou', null, false)], teachers).map(({ text }) => text)).toEqual([
    'dana teacher',
  ]);
});

test('who is not on the map is named', () => {
  expect(mapNotes([row('ann', 'dana'), row('ben', null, false)])).toEqual([
    'Locations known by ZIP code are approximate.',
    'Not on the map: Ben Ito.',
  ]);
  expect(mapNotes(['a', 'b', 'c', 'd'].map((id) => row(id, null, false)))).toEqual([
    '4 students could not be located.',
  ]);
});

test('the info window says whose lesson it is, when and how long', () => {
  const lesson = { when: 'Tue 4:25 PM', kind: 'weekly', state: 'settled' } as const;
  expect(lessonWords({ ...row('ann', 'dana'), lesson })).toBe('dana teacher, Tue 4:25 PM, 45 min');
  expect(lessonWords(row('ann', null))).toBe('No teacher assigned, not scheduled, 45 min');
});
