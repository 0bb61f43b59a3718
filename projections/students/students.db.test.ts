import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fact } from '../testing/facts.ts';
import { modelUnderTest } from '../testing/model-under-test.ts';
import { annLee } from '../testing/people-facts.ts';
import { studentsModel } from './project.ts';

let model: Awaited<ReturnType<typeof modelUnderTest>>;
beforeAll(async () => {
  model = await modelUnderTest(studentsModel);
});
afterAll(() => model.close());

const stream = 'student-studio.ann';
const registered: Fact = {
  stream,
  type: 'StudentRegistered',
  data: { studentId: 'ann', details: annLee, sample: false },
};

test('a registered student has a row', async () => {
  expect(await model.after(registered)).toEqual({
    students: [
      {
        studio_id: 'studio',
        student_id: 'ann',
        details: annLee,
        availability: [],
        assignments: [],
        sample: false,
        origin: null,
        household_id: null,
        created_at: '2026-11-23T15:00:00.000000Z',
        revision: 0,
        search: expect.any(String),
      },
    ],
  });
});

test('changes affect only what they name and advance the revision', async () => {
  const window = { id: 'w', dayOfWeek: 1, start: 960, end: 1080, enabled: true, isPreferred: true };
  const { students } = await model.after(
    registered,
    {
      stream,
      type: 'StudentDetailsChanged',
      data: { studentId: 'ann', changes: { phone: '555', lessonDuration: 60 } },
    },
    { stream, type: 'StudentAvailabilitySet', data: { studentId: 'ann', availability: [window] } },
    {
      stream,
      type: 'StudentTeachersSet',
      data: { studentId: 'ann', assignments: [{ id: 'a', teacherId: 'dana', preferenceRank: 0 }] },
    },
  );
  expect(students).toMatchObject([
    {
      details: { ...annLee, phone: '555', lessonDuration: 60 },
      availability: [window],
      assignments: [{ id: 'a', teacherId: 'dana', preferenceRank: 0, createdAt: '2026-11-23T15:00:03.000000Z' }],
      revision: 3,
      search: expect.any(String),
    },
  ]);
});

test('a removed student has no row, and later events do not bring it back', async () => {
  expect(
    await model.after(
      registered,
      { stream, type: 'StudentRemoved', data: { studentId: 'ann', name: 'Ann Lee', on: '2026-11-23' } },
      { stream, type: 'StudentAvailabilitySet', data: { studentId: 'ann', availability: [] } },
    ),
  ).toEqual({ students: [] });
});

test('a student who returns has the same row, with its age and that of the assignments', async () => {
  const window = { id: 'w', dayOfWeek: 1, start: 960, end: 1080, enabled: true, isPreferred: true };
  const assigned = { id: 'a', teacherId: 'dana', preferenceRank: 0 };
  const { students } = await model.after(
    registered,
    { stream, type: 'StudentRemoved', data: { studentId: 'ann', name: 'Ann Lee', on: '2026-11-23' } },
    {
      stream,
      type: 'StudentReinstated',
      data: {
        studentId: 'ann',
        details: annLee,
        availability: [window],
        assignments: [{ ...assigned, assignedAt: '2026-11-02T10:00:00.000000Z' }],
        sample: false,
        origin: null,
        registeredAt: '2026-11-01T10:00:00.000000Z',
      },
    },
  );
  expect(students).toEqual([
    {
      studio_id: 'studio',
      student_id: 'ann',
      details: annLee,
      availability: [window],
      assignments: [{ ...assigned, createdAt: '2026-11-02T10:00:00.000000Z' }],
      sample: false,
      origin: null,
      household_id: null,
      created_at: '2026-11-01T10:00:00.000000Z',
      revision: 2,
      search: expect.any(String),
    },
  ]);
});

test('an erased studio has no rows, even after later events', async () => {
  const other: Fact = { ...registered, stream: 'student-other.ann', studioId: 'other' };
  const { students } = await model.after(
    registered,
    other,
    { stream: 'erasures', type: 'StudioErased', data: { studioId: 'studio' } },
    { stream, type: 'StudentDetailsChanged', data: { studentId: 'ann', changes: { phone: '555' } } },
    { ...registered, stream: 'student-studio.late' },
  );
  expect(students).toMatchObject([{ studio_id: 'other' }]);
});
