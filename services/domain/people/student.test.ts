import type { StudentDetails, StudentEvent } from '@rondo/contracts/events/student.ts';
import { annLee } from '@rondo/projections/testing/people-facts.ts';
import { describe, expect, test } from 'vitest';
import { NotFound, StaleRevision } from '../../platform/kit/errors.ts';
import { sentTwice, specification, stateAfter } from '../../testing/given.ts';
import {
  assignTeacher,
  assignTeachers,
  changeStudent,
  locateStudent,
  registerStudent,
  removeStudent,
  restorableStudent,
  restoreStudent,
  setTeachers,
  studentAggregate,
  unassignTeacher,
} from './student.ts';
import { afternoon, morning } from './testing/windows.ts';

const { given } = specification(studentAggregate);

const details: StudentDetails = { ...annLee, phone: null, email: 'ann@example.com', location: null };
const studentId = 'ann';
const ann: StudentEvent = { type: 'StudentRegistered', data: { studentId, details, sample: false, origin: null } };
const changed = (changes: Partial<StudentDetails>): StudentEvent => ({
  type: 'StudentDetailsChanged',
  data: { studentId, changes },
});
const available = (...availability: (typeof morning)[]): StudentEvent => ({
  type: 'StudentAvailabilitySet',
  data: { studentId, availability },
});
/** When the specifications record their events. */
const recordedAt = '2026-11-21T12:00:00Z';
const assignedTo = (teacherId: string, preferenceRank: number, assignedAt: string | null = recordedAt) => ({
  id: `by-${teacherId}`,
  teacherId,
  preferenceRank,
  assignedAt,
});
const teachersSet = (...assignments: ReturnType<typeof assignedTo>[]): StudentEvent => ({
  type: 'StudentTeachersSet',
  data: { studentId, assignments },
});
const taughtBy = (...teacherIds: string[]): StudentEvent =>
  teachersSet(...teacherIds.map((teacherId, rank) => assignedTo(teacherId, rank, null)));
const removed: StudentEvent = { type: 'StudentRemoved', data: { studentId, name: 'Ann Lee', on: '2026-11-23' } };

const change = (
  changes: Partial<StudentDetails>,
  more: { availability?: (typeof morning)[]; revision?: string } = {},
) => changeStudent({ changes, availability: more.availability, revision: more.revision });
const teachers = (...teacherIds: string[]) =>
  setTeachers(teacherIds.map((teacherId) => ({ assignmentId: `by-${teacherId}`, teacherId })));
const assign = (teacherId: string) => assignTeacher({ assignmentId: `by-${teacherId}`, teacherId });
const noStudent = 'There is no such student.';

describe('registering a student', () => {
  test('records the details, and the availability if there is any', () => {
    given()
      .when(registerStudent({ studentId, details, availability: [] }))
      .then(ann);
    given()
      .when(registerStudent({ studentId, details, availability: [morning] }))
      .then(ann, available(morning));
  });

  test('from the sample studio marks it as such', () =>
    given()
      .when(registerStudent({ studentId, details, availability: [], sample: true }))
      .then({ type: 'StudentRegistered', data: { studentId, details, sample: true, origin: null } }));

  test('twice under one command id registers once', async () => {
    const decide = registerStudent({ studentId, details, availability: [morning] });
    expect(await sentTwice(studentAggregate, { input: details, decide })).toEqual([ann, available(morning)]);
  });
});

describe('changing a student', () => {
  test('records only the fields that differ', () =>
    given(ann)
      .when(change({ city: 'Austin', zipCode: '78701', phone: null }))
      .then(changed({ zipCode: '78701' })));

  test('records details and availability in one batch', () =>
    given(ann, available(morning))
      .when(change({ lessonDuration: 60 }, { availability: [afternoon] }))
      .then(changed({ lessonDuration: 60 }), available(afternoon)));

  test('can clear a field and all availability', () =>
    given(ann, available(morning))
      .when(change({ email: null }, { availability: [] }))
      .then(changed({ email: null }), available()));

  test('to the same values is a no-op, ignoring the ids of the windows', () =>
    given(ann, available(morning))
      .when(change({ ...details }, { availability: [{ ...morning, id: 'other' }] }))
      .thenNothing());

  test('again is a no-op', () =>
    given(ann, changed({ city: 'Buda' }))
      .when(change({ city: 'Buda' }))
      .thenNothing());

  test('checks the revision of the last change, whichever event that was', () => {
    const before = [ann, changed({ city: 'Buda' }), taughtBy('dana')];
    given(...before)
      .when(change({ city: 'Kyle' }, { revision: '2' }))
      .then(changed({ city: 'Kyle' }));
    given(...before)
      .when(change({ city: 'Kyle' }, { revision: '1' }))
      .thenRefused(StaleRevision, 'This student was changed somewhere else in the meantime.');
  });

  test('is rejected when the student is unknown or removed', () => {
    given()
      .when(change({ city: 'Buda' }))
      .thenRefused(NotFound, noStudent);
    given(ann, removed)
      .when(change({ city: 'Buda' }))
      .thenRefused(NotFound, noStudent);
  });
});

describe('setting a student’s teachers', () => {
  test('ranks them in the given order', () => given(ann).when(teachers('dana', 'eli')).then(taughtBy('dana', 'eli')));

  test('keeps the ids of remaining assignments', () =>
    given(ann, taughtBy('dana', 'eli'))
      .when(
        setTeachers([
          { assignmentId: 'new-1', teacherId: 'eli' },
          { assignmentId: 'new-2', teacherId: 'fay' },
        ]),
      )
      .then(teachersSet(assignedTo('eli', 0), { ...assignedTo('fay', 1, null), id: 'new-2' })));

  test('to the same teachers in the same order is a no-op', () =>
    given(ann, taughtBy('dana', 'eli')).when(teachers('dana', 'eli')).thenNothing());

  test('to none ends every assignment', () => given(ann, taughtBy('dana')).when(teachers()).then(taughtBy()));

  test('is rejected when the student is unknown or removed', () => {
    given().when(teachers('dana')).thenRefused(NotFound, noStudent);
    given(ann, removed).when(teachers('dana')).thenRefused(NotFound, noStudent);
  });
});

describe('assigning a teacher', () => {
  test('adds them after the student’s existing teachers', () => {
    given(ann).when(assign('dana')).then(taughtBy('dana'));
    given(ann, taughtBy('dana'))
      .when(assign('eli'))
      .then(teachersSet(assignedTo('dana', 0), assignedTo('eli', 1, null)));
  });

  test('several at once keeps those whom the student already has', () =>
    given(ann, taughtBy('dana'))
      .when(
        assignTeachers([
          { assignmentId: 'by-eli', teacherId: 'eli' },
          { assignmentId: 'again', teacherId: 'dana' },
          { assignmentId: 'by-fay', teacherId: 'fay' },
        ]),
      )
      .then(teachersSet(assignedTo('dana', 0), assignedTo('eli', 1, null), assignedTo('fay', 2, null))));

  test('after one left ranks the new one last', () => {
    const { state } = given(ann, taughtBy('dana', 'eli')).when(unassignTeacher('dana')).result();
    expect(assign('fay')(state)).toMatchObject([
      {
        data: {
          assignments: [
            { teacherId: 'eli', preferenceRank: 1 },
            { teacherId: 'fay', preferenceRank: 2 },
          ],
        },
      },
    ]);
  });

  test('who already teaches the student is a no-op', () =>
    given(ann, taughtBy('dana')).when(assign('dana')).thenNothing());

  test('is rejected when the student is unknown or removed', () => {
    given().when(assign('dana')).thenRefused(NotFound, noStudent);
    given(ann, removed).when(assign('dana')).thenRefused(NotFound, noStudent);
  });
});

describe('ending an assignment', () => {
  test('keeps the other teachers with their ranks', () =>
    given(ann, taughtBy('dana', 'eli'))
      .when(unassignTeacher('dana'))
      .then(teachersSet(assignedTo('eli', 1))));

  test('that does not exist is a no-op, even for an unknown or removed student', () => {
    given(ann).when(unassignTeacher('dana')).thenNothing();
    given().when(unassignTeacher('dana')).thenNothing();
    given(ann, taughtBy('dana'), removed).when(unassignTeacher('dana')).thenNothing();
  });

  test('again is a no-op', () => {
    const { state } = given(ann, taughtBy('dana')).when(unassignTeacher('dana')).result();
    expect(unassignTeacher('dana')(state)).toEqual([]);
  });
});

describe('removing a student', () => {
  test('records the current name, and the day', () =>
    given(ann, changed({ lastName: 'Lee-Ito' }))
      .when(removeStudent('2026-11-23'))
      .then({ type: 'StudentRemoved', data: { studentId, name: 'Ann Lee-Ito', on: '2026-11-23' } }));

  test('who is unknown or removed is rejected', () => {
    given().when(removeStudent('2026-11-23')).thenRefused(NotFound, noStudent);
    given(ann, removed).when(removeStudent('2026-11-23')).thenRefused(NotFound, noStudent);
  });
});

describe('restoring a student', () => {
  const asAfter = (...events: StudentEvent[]) => restorableStudent.contentOf(stateAfter(studentAggregate, events));
  const restore =
    (...target: StudentEvent[]) =>
    (state: Parameters<typeof restoreStudent>[0]) =>
      restoreStudent(state, asAfter(...target), { today: '2026-11-23' });

  test('to what it is appends nothing', () => {
    const events = [ann, available(morning), taughtBy('dana')];
    given(...events)
      .when(restore(...events))
      .thenNothing();
    given(ann, removed).when(restore()).thenNothing();
  });

  test('changes what differs, and nothing else', () => {
    given(ann, changed({ lastName: 'Ito', city: 'Buda' }))
      .when(restore(ann))
      .then(changed({ lastName: 'Lee', city: 'Austin' }));
    given(ann, available(afternoon))
      .when(restore(ann, available(morning)))
      .then(available(morning));
    given(ann, taughtBy('dana'))
      .when(restore(ann, taughtBy('eli')))
      .then(teachersSet(assignedTo('eli', 0)));
  });

  test('who was removed returns in one event with availability, teachers and age', () => {
    const { registeredAt, ...rest } = { registeredAt: recordedAt, studentId, details, sample: false, origin: null };
    given(ann, available(morning), taughtBy('dana'), removed)
      .when(restore(ann, available(morning), taughtBy('dana')))
      .then({
        type: 'StudentReinstated',
        data: {
          ...rest,
          availability: [morning],
          assignments: [assignedTo('dana', 0)],
          householdId: null,
          registeredAt,
        },
      });
  });

  test('who returned is as before', () => {
    const before = [ann, available(morning), taughtBy('dana')];
    const { state } = given(...before, removed)
      .when(restore(...before))
      .result();
    expect(restorableStudent.contentOf(state)).toEqual(asAfter(...before));
  });

  test('who was not there yet removes the student', () => given(ann).when(restore()).then(removed));
});

describe('a location found in the background', () => {
  const home = { latitude: 30.2472, longitude: -97.7561, precision: 'zip' as const };
  const found = { address: details.address, city: 'Elsewhere', zipCode: null, location: home };
  const located: StudentEvent = {
    type: 'StudentLocated',
    data: { studentId, ...found, city: details.city, zipCode: details.zipCode },
  };

  test('is added to the address that was sought, and keeps city and ZIP code', () =>
    given(ann).when(locateStudent(found)).then(located));

  test('is dropped when the address changed, was located or belongs to nobody', () => {
    given(ann, changed({ address: '2 Elm St' }))
      .when(locateStudent(found))
      .thenNothing();
    given(ann, located).when(locateStudent(found)).thenNothing();
    given(ann, removed).when(locateStudent(found)).thenNothing();
    given().when(locateStudent(found)).thenNothing();
  });
});
