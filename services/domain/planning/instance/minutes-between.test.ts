import { studentsTable } from '@rondo/projections/students/table.ts';
import { teachersTable } from '@rondo/projections/teachers/table.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explain } from '../../../optimizer/explain/explain.ts';
import { solve } from '../../../optimizer/solve.ts';
import { parseInstance } from '../../../optimizer/week/instance.ts';
import { mapsOf, stopOf } from '../../../platform/maps/drive-time.ts';
import { offlineMaps } from '../../../platform/maps/offline/offline-maps.ts';
import { instanceOf } from './instance.ts';
import { nothingClosed } from '../../schedule/time-off/closures.ts';

const maps = mapsOf(offlineMaps);
const row = { studio_id: 's', search: '', sample: false, created_at: '2026-11-23T15:00:00Z', revision: 0 };
const days = [1, 2, 3] as const;
const windows = (of: string) =>
  days.map((dayOfWeek) => ({
    id: `${of} ${dayOfWeek}`,
    dayOfWeek,
    start: 840,
    end: 1140,
    enabled: true,
    isPreferred: false,
  }));

const homes = [
  '1905 S 5th St, Austin, TX 78704',
  '2108 S Lamar Blvd, Austin, TX 78704',
  '4508 Banister Ln, Austin, TX 78745',
  '5311 Avenue F, Austin, TX 78751',
  '100 Main St, Round Rock, TX 78664',
];
const geocoded = async (address: string) => {
  const answer = await maps.geocode(address);
  if (!answer.success) throw new Error(answer.error);
  const { latitude, longitude, precision } = answer;
  return { address, city: null, zipCode: null, location: { latitude, longitude, precision } };
};
const teacherWith = async (minutesBetween: number | null) =>
  teachersTable.row.parse({
    ...row,
    teacher_id: 't',
    availability: windows('t'),
    details: {
      ...(await geocoded('2210 Bluebonnet Ln, Austin, TX 78704')),
      name: 'Dana',
      phone: '',
      email: '',
      calendarUrl: null,
      availabilityInterpretation: 'leave_home',
      minutesBetween,
    },
  });
const studentAt = async (address: string, lessonDuration: number, i: number) =>
  studentsTable.row.parse({
    ...row,
    student_id: `student ${i}`,
    assignments: [],
    origin: null,
    household_id: null,
    availability: windows(`${i}`),
    details: {
      ...(await geocoded(address)),
      firstName: 'Ann',
      lastName: `${i}`,
      phone: null,
      email: null,
      calendarUrl: null,
      lessonDuration,
      startDate: null,
      paymentType: 'per_lesson',
      perLessonRateCents: null,
      monthlyRateCents: null,
      notes: null,
    },
  });

const pupil = fc.record({ home: fc.constantFrom(...homes), minutes: fc.constantFrom(30, 45, 60) });

test('planned weeks leave the time between lessons at different addresses, and waiting is only what is beyond it', async () => {
  const minutes = fc.constantFrom(0, 5, 12);
  await fc.assert(
    fc.asyncProperty(
      fc.array(pupil, { minLength: 4, maxLength: 14 }),
      minutes,
      fc.option(minutes),
      async (pupils, ofStudio, ofTeacher) => {
        const students = await Promise.all(pupils.map(({ home, minutes }, i) => studentAt(home, minutes, i)));
        const { instance } = await instanceOf({
          input: {
            teacher: await teacherWith(ofTeacher),
            startsOn: '2026-11-23',
            students,
            leftOut: [],
            fixed: [],
            dated: [],
            today: '2026-11-23',
            holds: [],
            closing: nothingClosed,
            elsewhere: new Map(),
            endsElsewhere: [],
          },
          settings: { startGrid: 5, minutesBetween: ofStudio },
          students: new Map(),
          maps,
        });
        const parsed = parseInstance(instance);
        const solution = solve(parsed, { iterations: 20 });
        const needed = ofTeacher ?? ofStudio;
        let waiting = 0;
        for (const day of days) {
          const own = solution.lessons
            .filter(({ dayOfWeek }) => dayOfWeek === day)
            .toSorted((a, b) => a.startTime - b.startTime);
          for (const [i, { studentId, startTime }] of own.slice(1).entries()) {
            const [before, here] = [own[i]?.studentId, studentId].map((id) => pupils[Number(id?.split(' ')[1])]);
            const [from, to] = [before?.home ?? '', here?.home ?? ''];
            const gap = startTime - (own[i]?.startTime ?? 0) - (before?.minutes ?? 0);
            const [a, b] = [stopOf(from, await maps.geocode(from)), stopOf(to, await maps.geocode(to))];
            const { minutes: drive } = await maps.drive(a, b);
            const buffer = gap - drive - (from === to ? 0 : needed);
            if (from !== to) expect(drive).toBeGreaterThanOrEqual(5);
            expect(buffer, `${from} to ${to} in ${gap} min`).toBeGreaterThanOrEqual(0);
            waiting += buffer;
          }
        }
        expect(solution.figures.idleMinutes).toBe(waiting);
        const { tours, figures } = explain(parsed, solution.lessons);
        expect(tours.reduce((sum, { idleMinutes }) => sum + idleMinutes, 0)).toBe(waiting);
        expect(figures.driveMinutes).toBe(tours.reduce((sum, { driveMinutes }) => sum + driveMinutes, 0));
      },
    ),
    { numRuns: 30 },
  );
});
