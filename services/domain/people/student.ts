import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import type { EventOf } from '@rondo/contracts/events/event.ts';
import type { AvailabilityWindow, Location } from '@rondo/contracts/events/fields.ts';
import {
  datedAssignments,
  locatedDetails,
  studentDetails,
  studentEvents,
  type Assignment,
  type StudentDetails,
} from '@rondo/contracts/events/student.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Aggregate } from '../../platform/commands/aggregate.ts';
import { InvalidInput, limitMet, NotFound, StaleRevision } from '../../platform/kit/errors.ts';
import { tooManyTeachers } from '../../platform/commands/studio-sizes.ts';
import type { Restorable } from '../../platform/commands/undo/restorable.ts';
import { sameWindows } from './availability.ts';
import { changedFields, type Changes } from './changes.ts';

export type StudentEvent = EventOf<typeof studentEvents>;

export type RegisteredStudent = {
  readonly status: 'registered';
  readonly studentId: string;
  readonly details: StudentDetails;
  readonly availability: readonly AvailabilityWindow[];
  readonly assignments: readonly (Assignment & { readonly assignedAt: string })[];
  readonly sample: boolean;
  readonly origin: 'vcard' | null;
  readonly registeredAt: string;
  readonly revision: number;
};
export type StudentState = { readonly status: 'unknown' } | { readonly status: 'removed' } | RegisteredStudent;

type Recorded = { readonly revision: number; readonly recordedAt: string };

const evolveRegistered = (
  state: RegisteredStudent,
  event: StudentEvent,
  { revision, recordedAt }: Recorded,
): StudentState => {
  switch (event.type) {
    case 'StudentDetailsChanged':
      return { ...state, details: studentDetails.parse({ ...state.details, ...event.data.changes }), revision };
    case 'StudentLocated':
      return { ...state, details: locatedDetails(state.details, event.data) };
    case 'StudentAvailabilitySet':
      return { ...state, availability: event.data.availability, revision };
    case 'StudentTeachersSet':
      return {
        ...state,
        assignments: datedAssignments(event.data.assignments, state.assignments, recordedAt),
        revision,
      };
    case 'StudentRemoved':
      return { status: 'removed' };
    case 'StudentRegistered':
    case 'StudentReinstated':
      return state;
  }
};

/** One student: details, availability, teachers. */
export const studentAggregate: Aggregate<typeof studentEvents, StudentState> = {
  category: studentEvents,
  stateVersion: 3,
  initialState: () => ({ status: 'unknown' }),
  evolve: (state, event, recorded) => {
    const { revision, recordedAt } = recorded;
    if (event.type === 'StudentRegistered')
      return {
        ...event.data,
        status: 'registered',
        availability: [],
        assignments: [],
        registeredAt: recordedAt,
        revision,
      };
    if (event.type === 'StudentReinstated') {
      const assignments = datedAssignments(event.data.assignments, [], recordedAt);
      return { ...event.data, status: 'registered', assignments, revision };
    }
    return state.status === 'registered' ? evolveRegistered(state, event, recorded) : state;
  },
};

/** @throws NotFound */
export const registered = (state: StudentState): RegisteredStudent => {
  if (state.status !== 'registered') throw new NotFound('There is no such student.');
  return state;
};

export const registerStudent =
  (given: {
    studentId: string;
    details: StudentDetails;
    availability: AvailabilityWindow[];
    sample?: boolean;
    origin?: 'vcard';
  }) =>
  (_state: StudentState): StudentEvent[] => {
    const { studentId, details, availability, sample = false, origin = null } = given;
    return [
      { type: 'StudentRegistered', data: { studentId, details, sample, origin } },
      ...(availability.length > 0
        ? [{ type: 'StudentAvailabilitySet' as const, data: { studentId, availability } }]
        : []),
    ];
  };

/** @throws NotFound, StaleRevision */
export const changeStudent =
  (given: {
    changes: Changes<StudentDetails>;
    availability: AvailabilityWindow[] | undefined;
    revision: string | undefined;
  }) =>
  (state: StudentState): StudentEvent[] => {
    const student = registered(state);
    const { studentId } = student;
    if (given.revision !== undefined && given.revision !== String(student.revision))
      throw new StaleRevision(changedElsewhere('student'));
    const changes = changedFields(student.details, given.changes);
    const { availability } = given;
    return [
      ...(Object.keys(changes).length > 0
        ? [{ type: 'StudentDetailsChanged' as const, data: { studentId, changes } }]
        : []),
      ...(availability && !sameWindows(availability, student.availability)
        ? [{ type: 'StudentAvailabilitySet' as const, data: { studentId, availability } }]
        : []),
    ];
  };

/** Adds what geocoding found for an address, if the student still has that address and no location. */
export const locateStudent =
  (found: { address: string; city: string | null; zipCode: string | null; location: Location }) =>
  (state: StudentState): StudentEvent[] => {
    if (state.status !== 'registered') return [];
    const { studentId, details } = state;
    if (details.address !== found.address || details.location !== null) return [];
    const city = details.city ?? found.city;
    const zipCode = details.zipCode ?? found.zipCode;
    return [{ type: 'StudentLocated', data: { ...found, studentId, city, zipCode } }];
  };

/** Replaces the student's teachers with the given ones, in this order of preference. @throws NotFound */
export const setTeachers =
  (teachers: readonly { assignmentId: string; teacherId: string }[]) =>
  (state: StudentState): StudentEvent[] => {
    const { studentId, assignments } = registered(state);
    const wanted = teachers.map(({ assignmentId, teacherId }, preferenceRank) => ({
      id: assignments.find((held) => held.teacherId === teacherId)?.id ?? assignmentId,
      teacherId,
      preferenceRank,
      assignedAt: assignments.find((held) => held.teacherId === teacherId)?.assignedAt ?? null,
    }));
    const same =
      wanted.length === assignments.length &&
      wanted.every(({ teacherId }, i) => assignments[i]?.teacherId === teacherId);
    return same ? [] : [{ type: 'StudentTeachersSet', data: { studentId, assignments: wanted } }];
  };

/**
 * Adds teachers after the student's existing ones; those whom the student already has stay where they are.
 * @param most how many teachers a student can have: every event lists them all
 * @throws NotFound, InvalidInput
 */
export const assignTeachers =
  (teachers: readonly { assignmentId: string; teacherId: string }[], most = Infinity) =>
  (state: StudentState): StudentEvent[] => {
    const { studentId, assignments } = registered(state);
    const held = new Set(assignments.map(({ teacherId }) => teacherId));
    const added = teachers.filter(({ teacherId }) => !held.has(teacherId));
    if (added.length === 0) return [];
    const why = tooManyTeachers(assignments.length + added.length, most);
    if (why !== null) throw limitMet('teachers of a student', new InvalidInput(why));
    const next = Math.max(-1, ...assignments.map(({ preferenceRank }) => preferenceRank)) + 1;
    const appended = added.map(({ assignmentId: id, teacherId }, i) => ({
      id,
      teacherId,
      preferenceRank: next + i,
      assignedAt: null,
    }));
    return [{ type: 'StudentTeachersSet', data: { studentId, assignments: [...assignments, ...appended] } }];
  };

/** The same for one teacher. @throws NotFound */
export const assignTeacher = (given: { assignmentId: string; teacherId: string }, most?: number) =>
  assignTeachers([given], most);

/** Ends one teacher's assignment; a no-op if there is none. */
export const unassignTeacher =
  (teacherId: string) =>
  (state: StudentState): StudentEvent[] => {
    if (state.status !== 'registered') return [];
    const { studentId, assignments } = state;
    const left = assignments.filter((held) => held.teacherId !== teacherId);
    return left.length === assignments.length
      ? []
      : [{ type: 'StudentTeachersSet', data: { studentId, assignments: left } }];
  };

/** `on`: the studio's today; lessons from that day on end with the student. @throws NotFound */
export const removeStudent =
  (on: IsoDate) =>
  (state: StudentState): StudentEvent[] => {
    const { studentId, details } = registered(state);
    return [{ type: 'StudentRemoved', data: { studentId, name: `${details.firstName} ${details.lastName}`, on } }];
  };

/** What can be restored of a student: the row of the list, and the rows of the assignments. */
type StudentContent = {
  readonly student: Pick<
    RegisteredStudent,
    'studentId' | 'details' | 'availability' | 'sample' | 'origin' | 'registeredAt'
  >;
  readonly assignments: RegisteredStudent['assignments'];
};

const nameOf = ({ details: { firstName, lastName } }: Pick<RegisteredStudent, 'details'>): string =>
  `${firstName} ${lastName}`.trim();

/** The fewest events from a student to the student of another moment; null: there is none. `on`: the studio's today. */
export const restoreStudent = (
  state: StudentState,
  target: StudentContent | null,
  { today }: { readonly today: IsoDate },
): StudentEvent[] => {
  if (target === null) return state.status === 'registered' ? removeStudent(today)(state) : [];
  const { student, assignments } = target;
  const { studentId, details, availability } = student;
  if (state.status !== 'registered')
    return [
      {
        type: 'StudentReinstated',
        data: { ...student, availability: [...availability], assignments: [...assignments] },
      },
    ];
  const changes = changedFields(state.details, details);
  return [
    ...(Object.keys(changes).length > 0
      ? [{ type: 'StudentDetailsChanged' as const, data: { studentId, changes } }]
      : []),
    ...(isDeepStrictEqual(availability, state.availability)
      ? []
      : [{ type: 'StudentAvailabilitySet' as const, data: { studentId, availability: [...availability] } }]),
    ...(isDeepStrictEqual(assignments, state.assignments)
      ? []
      : [{ type: 'StudentTeachersSet' as const, data: { studentId, assignments: [...assignments] } }]),
  ];
};

/** Students as they can be restored. */
export const restorableStudent: Restorable<typeof studentEvents, StudentState, StudentContent> = {
  aggregate: studentAggregate,
  contentOf: (state) => {
    if (state.status !== 'registered') return null;
    const { studentId, details, availability, sample, origin, registeredAt, assignments } = state;
    return { student: { studentId, details, availability, sample, origin, registeredAt }, assignments };
  },
  restoreTo: restoreStudent,
  isNoTouch: ({ type }) => type === 'StudentLocated',
  nameOf: ({ student }) => nameOf(student),
  teachersOf: ({ assignments }) => assignments.length,
};
