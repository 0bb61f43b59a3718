import { expect, test } from 'vitest';
import { aStudent, aTeacher } from '../../../calendar/days/testing.ts';
import type { StudentRow } from '../roster.ts';
import { legendOf, lessonWords, mapNotes, selectedAfter, studentPoints } from './map-content.ts';

const at = { latitude: 30.25, longitude: -97.75, locationPrecision: 'zip' } as const;
const teachers = ['dana', 'marcus', 'ada', 'bea'].map((id) => aTeacher({ id, name: `${id} teacher` }));
const row = (id: string, teacherId: string | null, located = true): StudentRow => ({
  student: aStudent(id, located ? at : {}),
  teachers: teachers.filter((teacher) => teacher.id === teacherId),
  lesson: null,
  scheduled: false,
});
const rows = [row('ann', 'dana'), row('ben', 'marcus'), row('eve', 'ada'), row('kai', 'bea'), row('lou', null)];

test('a student’s sign says whose they are, and whether they are selected', () => {
  const points = studentPoints(rows, teachers, new Set(['ben']));
  expect(points.flatMap(({ id, mark }) => (mark.kind === 'student' ? [`${id}: ${mark.shape}`] : []))).toEqual([
    'ann: circle',
    'ben: square',
    'eve: triangle',
    'kai: triangle',
    'lou: nobody',
  ]);
  expect(points.flatMap(({ id, mark }) => (mark.kind === 'student' && mark.selected ? [id] : []))).toEqual(['ben']);
});

test('homes are those of the teachers whose students are shown', () => {
  const homes = studentPoints(rows.slice(0, 2), teachers, new Set()).filter(({ mark }) => mark.kind === 'home');
  expect(homes.map(({ id }) => id)).toEqual(['home dana', 'home marcus']);
});

test('the legend names what is on the map, and nothing else', () => {
  expect(legendOf(rows, teachers)).toEqual([
    { shape: 'circle', text: 'dana teacher' },
    { shape: 'square', text: 'marcus teacher' },
    { shape: 'triangle', text: '2 other teachers' },
    { shape: 'nobody', text: 'No teacher' },
  ]);
  expect(legendOf([row('ann', 'dana'), row('lou', null, false)], teachers)).toEqual([
    { shape: 'circle', text: 'dana teacher' },
  ]);
});

test('a click selects one student alone; with Ctrl the student joins and leaves the others', () => {
  expect([...selectedAfter(new Set(['ann', 'ben']), 'eve', false)]).toEqual(['eve']);
  expect([...selectedAfter(new Set(['ann']), 'eve', true)]).toEqual(['ann', 'eve']);
  expect([...selectedAfter(new Set(['ann', 'eve']), 'ann', true)]).toEqual(['eve']);
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
