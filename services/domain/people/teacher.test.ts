import type { TeacherDetails, TeacherEvent } from '@rondo/contracts/events/teacher.ts';
import { danaWhitfield } from '@rondo/projections/testing/people-facts.ts';
import { describe, expect, test } from 'vitest';
import { NotFound, StaleRevision } from '../../platform/kit/errors.ts';
import { sentTwice, specification, stateAfter } from '../../testing/given.ts';
import {
  changeTeacher,
  registerTeacher,
  removeTeacher,
  restorableTeacher,
  restoreTeacher,
  teacherAggregate,
} from './teacher.ts';
import { afternoon, morning } from './testing/windows.ts';

const { given } = specification(teacherAggregate);

const details: TeacherDetails = { ...danaWhitfield, address: null, location: null };
const teacherId = 'dana';
const dana: TeacherEvent = { type: 'TeacherRegistered', data: { teacherId, details, sample: false } };
const changed = (changes: Partial<TeacherDetails>): TeacherEvent => ({
  type: 'TeacherDetailsChanged',
  data: { teacherId, changes },
});
const available = (...availability: (typeof morning)[]): TeacherEvent => ({
  type: 'TeacherAvailabilitySet',
  data: { teacherId, availability },
});
const removed: TeacherEvent = { type: 'TeacherRemoved', data: { teacherId, name: 'Dana Whitfield', on: '2026-11-23' } };

const change = (
  changes: Partial<TeacherDetails>,
  more: { availability?: (typeof morning)[]; revision?: string } = {},
) => changeTeacher({ changes, availability: more.availability, revision: more.revision });
const noTeacher = 'There is no such teacher.';

describe('registering a teacher', () => {
  test('records the details, and the availability if there is any', () => {
    given()
      .when(registerTeacher({ teacherId, details, availability: [] }))
      .then(dana);
    given()
      .when(registerTeacher({ teacherId, details, availability: [morning, afternoon] }))
      .then(dana, available(morning, afternoon));
  });

  test('from the sample studio marks it as such', () =>
    given()
      .when(registerTeacher({ teacherId, details, availability: [], sample: true }))
      .then({ type: 'TeacherRegistered', data: { teacherId, details, sample: true } }));

  test('twice under one command id registers once', async () => {
    const decide = registerTeacher({ teacherId, details, availability: [morning] });
    expect(await sentTwice(teacherAggregate, { input: details, decide })).toEqual([dana, available(morning)]);
  });
});

describe('changing a teacher', () => {
  test('records only the fields that differ', () =>
    given(dana)
      .when(change({ name: 'Dana Whitfield', availabilityInterpretation: 'start_lesson' }))
      .then(changed({ availabilityInterpretation: 'start_lesson' })));

  test('records details and availability in one batch', () =>
    given(dana, available(morning))
      .when(change({ city: 'Buda' }, { availability: [afternoon] }))
      .then(changed({ city: 'Buda' }), available(afternoon)));

  test('can clear a field and all availability', () =>
    given(dana, available(morning))
      .when(change({ zipCode: null }, { availability: [] }))
      .then(changed({ zipCode: null }), available()));

  test('to the same values is a no-op, ignoring the ids of the windows', () =>
    given(dana, available(morning))
      .when(change({ ...details }, { availability: [{ ...morning, id: 'other' }] }))
      .thenNothing());

  test('again is a no-op', () =>
    given(dana, changed({ city: 'Buda' }), available(morning))
      .when(change({ city: 'Buda' }, { availability: [morning] }))
      .thenNothing());

  test('checks the revision of the last change, whichever event that was', () => {
    given(dana, changed({ city: 'Buda' }), available(morning))
      .when(change({ city: 'Kyle' }, { revision: '2' }))
      .then(changed({ city: 'Kyle' }));
    given(dana, available(morning))
      .when(change({ city: 'Kyle' }, { revision: '0' }))
      .thenRefused(StaleRevision, 'This teacher was changed somewhere else in the meantime.');
  });

  test('is rejected when the teacher is unknown or removed', () => {
    given()
      .when(change({ city: 'Buda' }))
      .thenRefused(NotFound, noTeacher);
    given(dana, removed)
      .when(change({ city: 'Buda' }))
      .thenRefused(NotFound, noTeacher);
  });
});

describe('removing a teacher', () => {
  test('records the current name, and the day', () =>
    given(dana, changed({ name: 'Dana Ito' }))
      .when(removeTeacher('2026-11-23'))
      .then({ type: 'TeacherRemoved', data: { teacherId, name: 'Dana Ito', on: '2026-11-23' } }));

  test('who is unknown or removed is rejected', () => {
    given().when(removeTeacher('2026-11-23')).thenRefused(NotFound, noTeacher);
    given(dana, removed).when(removeTeacher('2026-11-23')).thenRefused(NotFound, noTeacher);
  });
});

describe('restoring a teacher', () => {
  const restore =
    (...target: TeacherEvent[]) =>
    (state: Parameters<typeof restoreTeacher>[0]) =>
      restoreTeacher(state, restorableTeacher.contentOf(stateAfter(teacherAggregate, target)), { today: '2026-11-23' });

  test('to what it is appends nothing', () => {
    given(dana, available(morning))
      .when(restore(dana, available(morning)))
      .thenNothing();
    given(dana, removed).when(restore()).thenNothing();
  });

  test('changes what differs, and nothing else', () => {
    given(dana, changed({ city: 'Buda' }))
      .when(restore(dana))
      .then(changed({ city: 'Austin' }));
    given(dana, available(afternoon))
      .when(restore(dana, available(morning)))
      .then(available(morning));
  });

  test('who was removed returns in one event with hours and age', () =>
    given(dana, available(morning), removed)
      .when(restore(dana, available(morning)))
      .then({
        type: 'TeacherReinstated',
        data: { teacherId, details, availability: [morning], sample: false, registeredAt: '2026-11-21T12:00:00Z' },
      }));

  test('who was not there yet removes the teacher', () => given(dana).when(restore()).then(removed));
});
