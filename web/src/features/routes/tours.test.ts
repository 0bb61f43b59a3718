import { expect, test } from 'vitest';
import { daysOf, withWayHome } from '../../calendar/days/day.ts';
import { aLesson, aTeacher } from '../../calendar/days/testing.ts';
import { placeOf } from '../../calendar/maps.ts';
import type { MapPoint } from '../../map/model.ts';
import { daysOfTours, driversOf, stopsAtPin, tourContent, toursOf } from './tours.ts';
import { wholeSum } from '../../calendar/days/day.ts';

const dana = aTeacher();
const week = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'];
const marcus = aTeacher({ id: 'marcus', name: 'Marcus Bell' });
const home = placeOf(dana);
const spot = { latitude: 30.3, longitude: -97.7, approximate: true };

/** The tours of lessons, each of which is somewhere unless `lost` has its id. */
const tours = (rows: readonly ReturnType<typeof aLesson>[], lost: readonly string[] = [], teachers = [dana]) => {
  const places = new Map(
    rows.filter(({ lessonId }) => !lost.includes(lessonId)).map(({ lessonId }) => [lessonId, spot]),
  );
  return driversOf(teachers.map((teacher) => ({ ...teacher, home: placeOf(teacher) }))).flatMap((driver, i) =>
    toursOf(
      daysOf(week, rows, teachers[i] ?? dana).map((day) =>
        withWayHome(day, { minutes: 12, notice: null, approximate: false }),
      ),
      { driver, places, students: [] },
    ),
  );
};

const rows = [
  aLesson({ lessonId: 'late', start: 1000, customAddress: '5311 Avenue F, Austin, TX 78751' }),
  aLesson({ lessonId: 'early' }),
  aLesson({ lessonId: 'thursday', dayOfWeek: 4 }),
  aLesson({ lessonId: 'cancelled', status: 'cancelled', start: 1100 }),
  aLesson({ lessonId: 'other', teacherId: 'marcus', teacher: { id: 'marcus', name: 'Marcus Bell' }, start: 1100 }),
];

test('a tour has a teacher’s stops of a day in driving order, with the letters of the day', () => {
  expect(tours(rows).map(({ names, stops }) => [names.long, ...stops.map(({ sign }) => sign)])).toEqual([
    ['Tuesday', 'Tu 1', 'Tu 2'],
    ['Thursday', 'Th 1'],
  ]);
  expect(tours(rows)[0]?.stops.map(({ entry, where }) => `${entry.id}, ${where}`)).toEqual([
    'early, 1905 S 5th St, Austin',
    'late, 5311 Avenue F, Austin',
  ]);
});

test('a rehearsal is a stop with a number, and no lesson', () => {
  const rehearsal = aLesson({
    lessonId: 'rehearsal',
    entryType: 'appointment',
    eventTitle: 'Youth orchestra rehearsal',
    student: null,
    studentId: null,
    customAddress: '701 W Riverside Dr, Austin, TX 78704',
    start: 1100,
  });
  const [tuesday] = tours([...rows, rehearsal]);
  expect(tuesday?.stops.map(({ sign }) => sign)).toEqual(['Tu 1', 'Tu 2', 'Tu 3']);
  expect(tuesday?.lessons).toBe(2);
});

test('a date that is cancelled or moved is not driven', () => {
  const exception = { validFrom: null, seriesId: 'early', originalDate: '2026-11-24' };
  const moved = aLesson({ ...exception, lessonId: 'one', date: '2026-11-26', dayOfWeek: 4, start: 1000 });
  expect(tours([...rows, moved]).map(({ stops }) => stops.map(({ entry }) => entry.id))).toEqual([
    ['late'],
    ['thursday', 'one'],
  ]);
});

test('miles are those of the whole drive, or unknown', () => {
  expect(tours(rows)[0]?.driven).toEqual([home, spot, spot, home]);
  expect(tours(rows, ['late'])[0]?.driven).toBeNull();
  expect(wholeSum([1, 2.5])).toBe(3.5);
  expect(wholeSum([1, null])).toBeNull();
});

const texts = (points: readonly MapPoint[]): string[] =>
  points.flatMap(({ mark, faint }) => (mark.kind === 'tour' ? [`${mark.text}${faint === true ? ' faint' : ''}`] : []));

test('two at one address share a pin, also with another stop between them', () => {
  const brother = aLesson({ lessonId: 'brother', studentId: 'bob', start: 950 });
  const { points, lines } = tourContent(tours([...rows, brother]), null);
  expect(texts(points)).toEqual(['Tu 1, 2', 'Tu 3', 'Th 1']);
  // Home, the two, the other one, home: there is no drive between two at one address.
  expect(lines.filter(({ tour }) => tour === '2026-11-24 dana').map(({ from, to }) => `${from} ${to}`)).toEqual([
    'home dana early',
    'early late',
    'late home dana',
  ]);
  expect(lines.map(({ dotted }) => dotted)).toEqual([true, false, true, true, true]);
});

test('of a chosen day the minutes are shown; the others fade', () => {
  const { points, lines } = tourContent(tours(rows), '2026-11-24');
  expect(texts(points)).toEqual(['Th 1 faint', 'Tu 1', 'Tu 2']);
  expect(lines.filter(({ text }) => text !== null).every(({ tour }) => tour === '2026-11-24 dana')).toBe(true);
  expect(lines.filter(({ text }) => text !== null)).toHaveLength(3);
});

test('a pin is pending with its lesson, and without any place there is no map', () => {
  const pending = [aLesson({ lessonId: 'early', status: 'optimized' })];
  expect(tourContent(tours(pending), null).points.map(({ mark }) => mark)).toContainEqual({
    kind: 'tour',
    text: 'Tu 1',
    day: 2,
    pending: true,
  });
  expect(tourContent(tours(pending, ['early']), null)).toEqual({ points: [], lines: [] });
});

test('the tours of several teachers have signs and homes of their own, and a day has what all of them drive', () => {
  const both = tours(rows, [], [dana, marcus]);
  expect(both.flatMap(({ stops }) => stops.map(({ sign }) => sign))).toEqual(['Tu D1', 'Tu D2', 'Th D1', 'Tu M1']);
  const [tuesday, ...others] = daysOfTours(both);
  expect(others.map(({ names }) => names.long)).toEqual(['Thursday']);
  expect(tuesday?.driving).toBe(wholeSum(both.filter(({ names }) => names.short === 'Tue').map((one) => one.driving)));
  const { points, lines } = tourContent(both, null);
  expect(points.filter(({ mark }) => mark.kind === 'home').map(({ name, title }) => `${name}: ${title}`)).toEqual([
    'Dana: Dana Whitfield’s home',
    'Marcus: Marcus Bell’s home',
  ]);
  expect(lines.filter(({ to }) => to === 'other').map(({ from }) => from)).toEqual(['home marcus']);
});

test('teachers are told apart by as few letters as possible', () => {
  const initials = (...names: string[]) =>
    driversOf(names.map((name) => ({ id: name, name, home }))).map((driver) => driver.initials);
  expect(initials('Dana Whitfield')).toEqual(['']);
  expect(initials('Dana Whitfield', 'Marcus Bell')).toEqual(['D', 'M']);
  expect(initials('Marcus Bell', 'Mia Park', 'Dana')).toEqual(['Ma', 'Mi', 'D']);
  expect(initials('Ann Lee', 'Ann Lee')).toEqual(['A1.', 'A2.']);
});

test('a pin is opened with all of its stops, however their address is written', () => {
  const at = (lessonId: string, start: number, customAddress: string) => aLesson({ lessonId, start, customAddress });
  const two = tours([at('one', 900, '1905 S 5th St, Austin'), at('two', 1000, '1905 s 5th st, Austin ')]);
  expect(stopsAtPin(two, 'one').map(({ sign }) => sign)).toEqual(['Tu 1', 'Tu 2']);
  expect(stopsAtPin(two, 'gone')).toEqual([]);
});
