import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import type { AvailabilityWindow, Location } from '@rondo/contracts/events/fields.ts';
import {
  studentAfter,
  studentEvents,
  type Assignment,
  type Student,
  type StudentDetails,
  type StudentEvent,
} from '@rondo/contracts/events/student.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Aggregate } from '../../platform/commands/aggregate.ts';
import { InvalidInput, limitMet, NotFound, StaleRevision } from '../../platform/kit/errors.ts';
import { tooManyTeachers } from '../../platform/commands/studio-sizes.ts';
import type { Restorable } from '../../platform/commands/undo/restorable.ts';
import { sameWindows } from './availability.ts';
import { changedFields, type Changes } from './changes.ts';

/** null: removed; undefined: never registered. */
export type StudentState = Student | null | undefined;

/** One student: details, availability, teachers. */
export const studentAggregate: Aggregate<typeof studentEvents, StudentState> = {
  category: studentEvents,
  stateVersion: 6,
  initialState: () => undefined,
  evolve: studentAfter,
};

/** @throws NotFound */
export const registered = (state: StudentState): Student => {
  if (!state) throw new NotFound('There is no such student.');
  return state;
};

export const registerStudent =
  ({
    studentId,
    details,
    availability,
    teachers = [],
    householdId = null,
    sample = false,
    origin = null,
  }: {
    studentId: string;
    details: StudentDetails;
    availability: AvailabilityWindow[];
    teachers?: readonly NewAssignment[];
    householdId?: string | null;
    sample?: boolean;
    origin?: 'vcard' | 'csv' | null;
  }) =>
  (_state: StudentState): StudentEvent[] => [
    { type: 'StudentRegistered', data: { studentId, details, sample, origin } },
    ...(availability.length > 0 ? availabilitySet(studentId, availability) : []),
    ...teachersSet({ studentId, assignments: [] }, teachers),
    ...(householdId === null ? [] : householdSet(studentId, householdId)),
  ];

const detailsChanged = (
  { studentId, details }: Student,
  next: Changes<StudentDetails>,
): Extract<StudentEvent, { type: 'StudentDetailsChanged' }>[] => {
  const changes = changedFields(details, next);
  return Object.keys(changes).length === 0 ? [] : [{ type: 'StudentDetailsChanged', data: { studentId, changes } }];
};

const availabilitySet = (studentId: string, availability: AvailabilityWindow[]): StudentEvent[] => [
  { type: 'StudentAvailabilitySet', data: { studentId, availability } },
];

/** @throws NotFound, StaleRevision */
export const changeStudent =
  ({
    changes,
    availability,
    teachers,
    revision,
  }: {
    changes: Changes<StudentDetails>;
    availability: AvailabilityWindow[] | undefined;
    /** Undefined leaves them as they are. */
    teachers?: readonly NewAssignment[] | undefined;
    revision: string | undefined;
  }) =>
  (state: StudentState): StudentEvent[] => {
    const student = registered(state);
    if (revision !== undefined && revision !== String(student.revision))
      throw new StaleRevision(changedElsewhere('student'));
    return [
      ...detailsChanged(student, changes),
      ...(availability && !sameWindows(availability, student.availability)
        ? availabilitySet(student.studentId, availability)
        : []),
      ...(teachers ? teachersSet(student, teachers) : []),
    ];
  };

/** Adds what geocoding found for an address, if the student still has that address and no location. */
export const locateStudent =
  (found: { address: string; city: string | null; zipCode: string | null; location: Location }) =>
  (state: StudentState): StudentEvent[] => {
    if (!state) return [];
    const { studentId, details } = state;
    if (details.address !== found.address || details.location !== null) return [];
    const city = details.city ?? found.city;
    const zipCode = details.zipCode ?? found.zipCode;
    return [{ type: 'StudentLocated', data: { ...found, studentId, city, zipCode } }];
  };

type NewAssignment = { readonly assignmentId: string; readonly teacherId: string };

const teachersSet = (
  { studentId, assignments }: Pick<Student, 'studentId' | 'assignments'>,
  teachers: readonly NewAssignment[],
): StudentEvent[] => {
  const isSame =
    teachers.length === assignments.length &&
    teachers.every(({ teacherId }, i) => assignments[i]?.teacherId === teacherId);
  if (isSame) return [];
  const next = teachers.map(({ assignmentId, teacherId }, preferenceRank) => {
    const { id, assignedAt } = assignments.find((one) => one.teacherId === teacherId) ?? {
      id: assignmentId,
      assignedAt: null,
    };
    return { id, teacherId, preferenceRank, assignedAt };
  });
  return [{ type: 'StudentTeachersSet', data: { studentId, assignments: next } }];
};

/** Replaces the student's teachers with the given ones, in this order of preference. @throws NotFound */
export const setTeachers =
  (teachers: readonly NewAssignment[]) =>
  (state: StudentState): StudentEvent[] =>
    teachersSet(registered(state), teachers);

/**
 * Adds teachers after the student's existing ones; those whom the student already has stay where they are.
 * @param most how many teachers a student can have: every event lists them all
 * @throws NotFound, InvalidInput
 */
export const assignTeachers =
  (teachers: readonly NewAssignment[], most = Infinity) =>
  (state: StudentState): StudentEvent[] => {
    const { studentId, assignments } = registered(state);
    const present = new Set(assignments.map(({ teacherId }) => teacherId));
    const added = teachers.filter(({ teacherId }) => !present.has(teacherId));
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

/**
 * Gives the place of teachers who leave to another one. A student who has that teacher already keeps one row, with its rank.
 * @throws NotFound
 */
export const replaceTeachers =
  (leaving: ReadonlySet<string>, { assignmentId: id, teacherId }: NewAssignment) =>
  (state: StudentState): StudentEvent[] => {
    const { studentId, assignments } = registered(state);
    const first = assignments.find((one) => leaving.has(one.teacherId));
    if (!first) return [];
    const isThere = assignments.some((one) => one.teacherId === teacherId);
    const next = assignments.flatMap((one): Assignment[] => {
      if (one === first && !isThere) return [{ id, teacherId, preferenceRank: first.preferenceRank, assignedAt: null }];
      return leaving.has(one.teacherId) ? [] : [one];
    });
    return [{ type: 'StudentTeachersSet', data: { studentId, assignments: next } }];
  };

/** Adds one teacher. @throws NotFound, InvalidInput */
export const assignTeacher = (teacher: NewAssignment, most?: number) => assignTeachers([teacher], most);

/** Ends one teacher's assignment; a no-op if there is none. */
export const unassignTeacher =
  (teacherId: string) =>
  (state: StudentState): StudentEvent[] => {
    if (!state) return [];
    const { studentId, assignments } = state;
    const left = assignments.filter((one) => one.teacherId !== teacherId);
    return left.length === assignments.length
      ? []
      : [{ type: 'StudentTeachersSet', data: { studentId, assignments: left } }];
  };

/** The student joins a family, moves to another one or leaves; a no-op where that is so already. @throws NotFound */
export const setHousehold =
  (householdId: string | null) =>
  (state: StudentState): StudentEvent[] => {
    const student = registered(state);
    return student.householdId === householdId ? [] : householdSet(student.studentId, householdId);
  };

const householdSet = (studentId: string, householdId: string | null): StudentEvent[] => [
  { type: 'StudentHouseholdSet', data: { studentId, householdId } },
];

/** `on`: the studio's today; lessons from that day on end with the student. @throws NotFound */
export const removeStudent =
  (on: IsoDate) =>
  (state: StudentState): StudentEvent[] => {
    const { studentId, details } = registered(state);
    return [{ type: 'StudentRemoved', data: { studentId, name: `${details.firstName} ${details.lastName}`, on } }];
  };

/** What can be restored of a student: the row of the list, the family, and the rows of the assignments. */
export type StudentContent = {
  readonly student: Omit<Student, 'assignments' | 'householdId' | 'revision'>;
  /** The id of the family; empty without one. */
  readonly household: readonly string[];
  readonly assignments: Student['assignments'];
};

/** The fewest events from a student to the student of another moment; null: there is none. `today`: the studio's. */
export const restoreStudent = (
  state: StudentState,
  target: StudentContent | null,
  { today }: { readonly today: IsoDate },
): StudentEvent[] => {
  if (target === null) return state ? removeStudent(today)(state) : [];
  const { student, assignments } = target;
  const [householdId = null] = target.household;
  if (!state) return [{ type: 'StudentReinstated', data: { ...student, householdId, assignments: [...assignments] } }];
  const { studentId, details, availability } = student;
  return [
    ...detailsChanged(state, details),
    ...(isDeepStrictEqual(availability, state.availability) ? [] : availabilitySet(studentId, availability)),
    ...(isDeepStrictEqual(assignments, state.assignments)
      ? []
      : [{ type: 'StudentTeachersSet' as const, data: { studentId, assignments: [...assignments] } }]),
    ...(householdId === state.householdId ? [] : householdSet(studentId, householdId)),
  ];
};

/** Students as they can be undone. */
export const restorableStudent: Restorable<typeof studentEvents, StudentState, StudentContent> = {
  aggregate: studentAggregate,
  contentOf: (state) => {
    if (!state) return null;
    const { assignments, householdId, revision: _, ...student } = state;
    return { student, household: householdId === null ? [] : [householdId], assignments };
  },
  restoreTo: restoreStudent,
  isEnrichment: ({ type }) => type === 'StudentLocated',
  nameOf: ({ student: { details } }) => `${details.firstName} ${details.lastName}`.trim(),
  teachersOf: ({ assignments }) => assignments.length,
};

/** Students as a restore brings them back: in the family that they are in now, or were in when they were removed. */
export const restorableInFamily = (
  lastFamily: string | null,
): Restorable<typeof studentEvents, StudentState, StudentContent> => ({
  ...restorableStudent,
  restoreTo: (state, target, when) => {
    const householdId = state ? state.householdId : lastFamily;
    return restoreStudent(state, target && { ...target, household: householdId === null ? [] : [householdId] }, when);
  },
});
