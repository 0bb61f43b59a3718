import { expect, test } from 'vitest';
import type { Instance, PlannedLesson } from '../week/instance.ts';
import { solve } from '../solve.ts';
import { minutes, monday, on, preferredOn, smallWeek, tuesday, wednesday } from '../testing/small-week.ts';
import { explain, type Explanation } from './explain.ts';

const names = { ann: 'Ann Lee', ben: 'Ben Ray', cy: 'Cy Poe', mia: 'Mia Park' };
const say = (text: string | undefined): string => (text ?? '').replaceAll('\u00a0', ' ');
const explained = (instance: Instance): Explanation =>
  explain(instance, solve(instance, { iterations: 500 }).lessons, names);
const placedReason = (instance: Instance, id: string): string =>
  say(explained(instance).placed.find(({ studentId }) => studentId === id)?.reason);
const at = (studentId: string, dayOfWeek: PlannedLesson['dayOfWeek'], time: string): PlannedLesson => ({
  studentId,
  dayOfWeek,
  startTime: minutes(time),
});
const afternoon = on(monday, '15:00', '18:00');

test('a stop between two others names its added driving', () => {
  const week = smallWeek({
    windows: [afternoon],
    students: {
      ann: [30, on(monday, '15:00', '16:00')],
      ben: [30, on(monday, '16:00', '17:00')],
      cy: [30, on(monday, '17:00', '18:00')],
    },
    drives: { 'ann cy': 8, 'ann ben': 6, 'ben cy': 6 },
  });
  expect(placedReason(week, 'ben')).toBe(
    'Only Mon 4:00 – 5:00 PM is free in both calendars. Between Ann Lee and Cy Poe, adds 4 min. No other time in the week fits around the other lessons.',
  );
});

test('one room at the end of the day is described as after', () => {
  const week = smallWeek({ windows: [afternoon], students: { ann: [30, on(monday, '17:00', '20:00')] } });
  expect(placedReason(week, 'ann')).toMatch(
    /^Only Mon after 5:00 PM is free in both calendars\. The only lesson on Mon, adds 20 min\./,
  );
});

test('siblings share a drive', () => {
  const week = smallWeek({
    windows: [afternoon],
    students: { ann: [30, afternoon], mia: [30, afternoon] },
    drives: { 'ann mia': 0 },
  });
  expect(placedReason(week, 'ann')).toContain('Same address as Mia Park: one drive for both.');
});

test('a preferred slot is named, and the cost of another time', () => {
  const week = smallWeek({
    windows: [afternoon, on(tuesday, '15:00', '18:00')],
    students: { ann: [30, on(monday, '15:00', '16:00'), preferredOn(tuesday, '15:00', '16:00')] },
  });
  expect(placedReason(week, 'ann')).toBe(
    'Preferred slot. The only lesson on Tue, adds 20 min. Mon 3:10 PM would lose a preferred slot.',
  );
});

test.each<[string, Instance['students'][number]['availability'], number, string]>([
  ['without times', [], 30, 'No availability is entered.'],
  [
    'never free with the teacher',
    [{ ...on(wednesday, '15:00', '16:00'), isPreferred: false }],
    30,
    'Free Wed 3:00 – 4:00 PM, when the teacher does not work.',
  ],
  [
    'with a longer lesson than any overlap',
    [{ ...on(monday, '17:30', '19:00'), isPreferred: false }],
    45,
    'The longest overlap, Mon 5:30 – 6:00 PM, is too short for a 45 min lesson.',
  ],
  [
    'too far away for the overlap',
    [{ ...on(monday, '15:00', '15:35'), isPreferred: false }],
    30,
    'Even as the only lesson, Mon 3:00 – 3:35 PM is 5 min too short for the drives from home (10 min) and to home (10 min).',
  ],
])('a student %s is told so', (_, availability, lessonDuration, reason) => {
  const week = smallWeek({ windows: [afternoon], students: { ann: [lessonDuration] } });
  const students = week.students.map((student) => ({ ...student, availability }));
  expect(say(explained({ ...week, students }).leftOut[0]?.reason)).toBe(reason);
});

const taken = smallWeek({
  windows: [on(monday, '15:00', '18:30')],
  students: {
    ann: [60, on(monday, '16:00', '17:00')],
    ben: [45, on(monday, '16:00', '17:10')],
    cy: [30, on(monday, '15:00', '15:50')],
  },
  drives: { 'ann ben': 18 },
});

test('a left-out student’s text names who has the time and which drive prevents it', () => {
  const [ben] = explain(taken, [at('ann', monday, '16:00')], names).leftOut;
  expect(ben?.binding).toBe('taken');
  expect(say(ben?.reason)).toBe('Only Mon 4:00 – 5:10 PM overlaps; taken by Ann Lee at 4:00 PM and an 18 min drive.');
  expect(say(ben?.conflictDetails)).toBe(
    'Mon 4:00 – 5:10 PM: taken by Ann Lee at 4:00 PM and an 18 min drive, 53 min short',
  );
  expect(ben).toMatchObject({ availabilityMinutes: 70, overlapMinutes: 70 });
});

test('of many lessons in the way, those beside the longest gap are named; a few are all named', () => {
  const hours = ['15:00', '15:45', '16:30', '17:20', '18:15'];
  const busy = (count: number, until: string) => {
    const students = Object.fromEntries(
      hours
        .slice(0, count)
        .map((from, i): [string, [number, ReturnType<typeof on>]] => [`s${i}`, [30, on(monday, from, '19:30')]]),
    );
    const week = smallWeek({
      windows: [on(monday, '14:30', '19:30')],
      students: { ...students, ben: [45, on(monday, '15:00', until)] },
    });
    const lessons = hours.slice(0, count).map((from, i) => at(`s${i}`, monday, from));
    const fixed = { ...week, fixedLessons: lessons };
    const who = { ...names, ...Object.fromEntries(hours.map((_, i) => [`s${i}`, `Student ${i + 1}`])) };
    return say(explain(fixed, lessons, who).leftOut[0]?.reason);
  };
  expect(busy(5, '18:50')).toContain('taken by Student 4 at 5:20 PM, Student 5 at 6:15 PM and 3 more.');
  expect(busy(4, '17:55')).toContain(
    'Student 1 at 3:00 PM, Student 2 at 3:45 PM, Student 3 at 4:30 PM and Student 4 at 5:20 PM',
  );
});

test('a student who is free at four times when the teacher does not work is told all of them', () => {
  const rows = [on(tuesday, '15:00', '16:00'), on(tuesday, '17:00', '18:00'), on(wednesday, '15:00', '16:00')];
  const reason = (windows: typeof rows): string => {
    const week = smallWeek({ windows: [afternoon], students: { ann: [30] } });
    const students = week.students.map((student) => ({
      ...student,
      availability: windows.map((row) => ({ ...row, isPreferred: false })),
    }));
    return say(explained({ ...week, students }).leftOut[0]?.reason);
  };
  expect(reason(rows)).toBe(
    'Free Tue 3:00 – 4:00 PM, Tue 5:00 – 6:00 PM and Wed 3:00 – 4:00 PM, when the teacher does not work.',
  );
  expect(reason([on(tuesday, '15:00', '16:00'), on(tuesday, '15:00', '16:00'), on(tuesday, '16:00', '17:00')])).toBe(
    'Free Tue 3:00 – 5:00 PM, when the teacher does not work.',
  );
  expect(reason([...rows, on(wednesday, '17:00', '18:00'), on(wednesday, '19:00', '20:00')])).toContain('and 2 more');
});

test('a fixed lesson, or blocked time, that leaves no room is named as such', () => {
  const fixedLessons = [at('ann', monday, '16:00')];
  const [ben] = explained({ ...taken, fixedLessons }).leftOut;
  expect(ben?.binding).toBe('taken');
  expect(say(ben?.reason)).toBe('Only Mon 4:00 – 5:10 PM overlaps; taken by Ann Lee at 4:00 PM.');
  const blocked = explained({ ...taken, blocked: [on(monday, '16:00', '17:00')] }).leftOut.find(
    ({ studentId }) => studentId === 'ben',
  );
  expect(blocked?.binding).toBe('blocked');
  expect(say(blocked?.reason)).toBe('Only Mon 4:00 – 5:10 PM overlaps; blocked by other entries.');
});

test('the smallest change that would place a student is named with its minutes', () => {
  const [ben] = explain(taken, [at('ann', monday, '16:00')], names).leftOut;
  expect(ben?.wouldFit).toMatchObject({
    change: { kind: 'widen-student', from: on(monday, '16:00', '17:10'), to: on(monday, '16:00', '18:03') },
    minutes: 53,
    moved: [],
    lesson: at('ben', monday, '17:18'),
  });
  expect(say(ben?.wouldFit?.sentence)).toBe(
    'If Ben Ray were free on Mon until 6:03 PM (53 min longer), Ben Ray would fit Mon 5:18 – 6:03 PM.',
  );
});

test('another family that would have to move is named', () => {
  const week = smallWeek({
    windows: [on(monday, '15:00', '16:30'), on(tuesday, '15:00', '16:30')],
    students: {
      ann: [60, on(monday, '15:00', '16:30'), on(tuesday, '15:00', '16:30')],
      ben: [60, on(monday, '15:00', '16:30')],
    },
  });
  const [ben] = explain(week, [at('ann', monday, '15:10')], names).leftOut;
  expect(ben?.wouldFit?.change.kind).toBe('move-family');
  expect(say(ben?.wouldFit?.sentence)).toBe(
    'If Ann Lee moved from Mon 3:10 PM to Tue 3:10 PM, Ben Ray would fit Mon 3:10 – 4:10 PM.',
  );
});

test('unused room is described as such', () => {
  const week = smallWeek({ windows: [afternoon], students: { ann: [30, afternoon], ben: [30, afternoon] } });
  const [ben] = explain(week, [at('ann', monday, '15:10')], names).leftOut;
  expect(ben?.binding).toBe('none');
  expect(say(ben?.reason)).toBe('Ben Ray would fit Mon 3:50 – 4:20 PM in the current plan.');
});

test('vacant slots state their length, position and reason', () => {
  const week = smallWeek({
    windows: [afternoon, on(tuesday, '15:00', '16:00')],
    students: {
      ann: [60, on(monday, '15:20', '16:20')],
      ben: [60, on(monday, '16:30', '17:40')],
      cy: [45, on(wednesday, '15:00', '18:00')],
    },
  });
  expect(explained(week).vacantSlots.map(({ reason }) => say(reason))).toEqual([
    '10 min before the first lesson: shorter than any lesson.',
    '20 min before the drive home: shorter than any lesson.',
    '1 h without a lesson: no unplaced student is free then.',
  ]);
});

test('a vacant slot in which a student is available names the shortfall caused by the drives', () => {
  const [slot] = explain(taken, [at('ann', monday, '16:00')], names).vacantSlots;
  expect(say(slot?.reason)).toBe('50 min before the first lesson: Cy Poe would fit.');
  const availability = [{ ...on(monday, '17:00', '18:00'), isPreferred: false }];
  const students = taken.students.map((student) => (student.id === 'ben' ? { ...student, availability } : student));
  const windows = { ...taken.teacher, availability: [on(monday, '15:00', '18:00')] };
  const late = explain({ ...taken, students, teacher: windows }, [at('ann', monday, '16:00')], names);
  expect(say(late.vacantSlots.at(-1)?.reason)).toBe(
    '50 min before the drive home: Ben Ray is free then, but the drives need 13 min more.',
  );
});
