import { studentsTable } from '@rondo/projections/students/table.ts';
import { teachersTable } from '@rondo/projections/teachers/table.ts';
import { expect, test } from 'vitest';
import { mapsOf } from '../../../platform/maps/drive-time.ts';
import { offlineMaps } from '../../../platform/maps/offline/offline-maps.ts';
import { instanceOf } from './instance.ts';
import { nothingClosed } from '../../schedule/time-off/closures.ts';

const row = {
  studio_id: 's',
  sample: false,
  created_at: '2026-11-23T15:00:00Z',
  revision: 0,
  availability: [],
  search: '',
};
const nowhere = { phone: null, email: null, address: '', city: null, zipCode: null, location: null, calendarUrl: null };

const teacher = teachersTable.row.parse({
  ...row,
  teacher_id: 't',
  details: { ...nowhere, name: 'Dana', phone: '', email: '', availabilityInterpretation: 'leave_home' },
});
const students = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    studentsTable.row.parse({
      ...row,
      student_id: `student ${i}`,
      assignments: [],
      origin: null,
      household_id: null,
      details: {
        ...nowhere,
        firstName: 'Ann',
        lastName: `${i}`,
        lessonDuration: 45,
        startDate: null,
        paymentType: 'per_lesson',
        perLessonRateCents: null,
        monthlyRateCents: null,
        notes: null,
      },
    }),
  );

const instanceFor = (count: number) =>
  instanceOf({
    input: {
      teacher,
      startsOn: '2026-11-23',
      students: students(count),
      leftOut: [],
      fixed: [],
      dated: [],
      elsewhere: new Map(),
      endsElsewhere: [],
      today: '2026-11-23',
      holds: [],
      closing: nothingClosed,
    },
    settings: { startGrid: 5, minutesBetween: 0 },
    students: new Map(),
    maps: mapsOf(offlineMaps),
  });

test('a plan has at most 400 stops, and all their drives are looked up', async () => {
  expect((await instanceFor(400)).instance.driveMinutes).toHaveLength(401);
  await expect(instanceFor(401)).rejects.toMatchObject({
    kind: 'invalid-input',
    message: "At most 400 students and weekly entries fit into one teacher's plan.",
  });
});
