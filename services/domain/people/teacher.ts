import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isDeepStrictEqual } from 'node:util';
import type { EventOf } from '@rondo/contracts/events/event.ts';
import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';
import { teacherDetails, teacherEvents, type TeacherDetails } from '@rondo/contracts/events/teacher.ts';
import type { Aggregate } from '../../platform/commands/aggregate.ts';
import { NotFound, StaleRevision } from '../../platform/kit/errors.ts';
import type { Restorable } from '../../platform/commands/undo/restorable.ts';
import { sameWindows } from './availability.ts';
import { changedFields, type Changes } from './changes.ts';

export type TeacherEvent = EventOf<typeof teacherEvents>;

export type RegisteredTeacher = {
  readonly status: 'registered';
  readonly teacherId: string;
  readonly details: TeacherDetails;
  readonly availability: readonly AvailabilityWindow[];
  readonly sample: boolean;
  readonly registeredAt: string;
  readonly revision: number;
};
export type TeacherState = { readonly status: 'unknown' } | { readonly status: 'removed' } | RegisteredTeacher;

const evolveRegistered = (state: RegisteredTeacher, event: TeacherEvent, revision: number): TeacherState => {
  switch (event.type) {
    case 'TeacherDetailsChanged':
      return { ...state, details: teacherDetails.parse({ ...state.details, ...event.data.changes }), revision };
    case 'TeacherAvailabilitySet':
      return { ...state, availability: event.data.availability, revision };
    case 'TeacherRemoved':
      return { status: 'removed' };
    case 'TeacherRegistered':
    case 'TeacherReinstated':
      return state;
  }
};

/** One teacher: details and availability. */
export const teacherAggregate: Aggregate<typeof teacherEvents, TeacherState> = {
  category: teacherEvents,
  stateVersion: 2,
  initialState: () => ({ status: 'unknown' }),
  evolve: (state, event, { revision, recordedAt }) => {
    if (event.type === 'TeacherRegistered')
      return { ...event.data, status: 'registered', availability: [], registeredAt: recordedAt, revision };
    if (event.type === 'TeacherReinstated') return { ...event.data, status: 'registered', revision };
    return state.status === 'registered' ? evolveRegistered(state, event, revision) : state;
  },
};

/** @throws NotFound */
export const registeredTeacher = (state: TeacherState): RegisteredTeacher => {
  if (state.status !== 'registered') throw new NotFound('There is no such teacher.');
  return state;
};

export const registerTeacher =
  (given: { teacherId: string; details: TeacherDetails; availability: AvailabilityWindow[]; sample?: boolean }) =>
  (_state: TeacherState): TeacherEvent[] => {
    const { teacherId, details, availability, sample = false } = given;
    return [
      { type: 'TeacherRegistered', data: { teacherId, details, sample } },
      ...(availability.length > 0
        ? [{ type: 'TeacherAvailabilitySet' as const, data: { teacherId, availability } }]
        : []),
    ];
  };

/** @throws NotFound, StaleRevision */
export const changeTeacher =
  (given: {
    changes: Changes<TeacherDetails>;
    availability: AvailabilityWindow[] | undefined;
    revision: string | undefined;
  }) =>
  (state: TeacherState): TeacherEvent[] => {
    const teacher = registeredTeacher(state);
    const { teacherId } = teacher;
    if (given.revision !== undefined && given.revision !== String(teacher.revision))
      throw new StaleRevision(changedElsewhere('teacher'));
    const changes = changedFields(teacher.details, given.changes);
    const { availability } = given;
    return [
      ...(Object.keys(changes).length > 0
        ? [{ type: 'TeacherDetailsChanged' as const, data: { teacherId, changes } }]
        : []),
      ...(availability && !sameWindows(availability, teacher.availability)
        ? [{ type: 'TeacherAvailabilitySet' as const, data: { teacherId, availability } }]
        : []),
    ];
  };

/** `on`: the studio's today; lessons from that day on end with the teacher. @throws NotFound */
export const removeTeacher =
  (on: IsoDate) =>
  (state: TeacherState): TeacherEvent[] => {
    const { teacherId, details } = registeredTeacher(state);
    return [{ type: 'TeacherRemoved', data: { teacherId, name: details.name, on } }];
  };

/** What can be restored of a teacher: the row of the list. */
type TeacherContent = {
  readonly teacher: Pick<RegisteredTeacher, 'teacherId' | 'details' | 'availability' | 'sample' | 'registeredAt'>;
};

/** The fewest events from a teacher to the teacher of another moment; null: there is none. `today`: the studio's. */
export const restoreTeacher = (
  state: TeacherState,
  target: TeacherContent | null,
  { today }: { readonly today: IsoDate },
): TeacherEvent[] => {
  if (target === null) return state.status === 'registered' ? removeTeacher(today)(state) : [];
  const { teacher } = target;
  const { teacherId, details, availability } = teacher;
  if (state.status !== 'registered')
    return [{ type: 'TeacherReinstated', data: { ...teacher, availability: [...availability] } }];
  const changes = changedFields(state.details, details);
  return [
    ...(Object.keys(changes).length > 0
      ? [{ type: 'TeacherDetailsChanged' as const, data: { teacherId, changes } }]
      : []),
    ...(isDeepStrictEqual(availability, state.availability)
      ? []
      : [{ type: 'TeacherAvailabilitySet' as const, data: { teacherId, availability: [...availability] } }]),
  ];
};

/** Teachers as they can be restored. */
export const restorableTeacher: Restorable<typeof teacherEvents, TeacherState, TeacherContent> = {
  aggregate: teacherAggregate,
  contentOf: (state) => {
    if (state.status !== 'registered') return null;
    const { teacherId, details, availability, sample, registeredAt } = state;
    return { teacher: { teacherId, details, availability, sample, registeredAt } };
  },
  restoreTo: restoreTeacher,
  nameOf: ({ teacher }) => teacher.details.name,
};
