import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isDeepStrictEqual } from 'node:util';
import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';
import {
  teacherAfter,
  teacherEvents,
  type Teacher,
  type TeacherDetails,
  type TeacherEvent,
} from '@rondo/contracts/events/teacher.ts';
import type { Aggregate } from '../../platform/commands/aggregate.ts';
import { NotFound, StaleRevision } from '../../platform/kit/errors.ts';
import type { Restorable } from '../../platform/commands/undo/restorable.ts';
import { sameWindows } from './availability.ts';
import { changedFields, type Changes } from './changes.ts';

/** null: removed; undefined: never registered. */
export type TeacherState = Teacher | null | undefined;

/** One teacher: details and availability. */
export const teacherAggregate: Aggregate<typeof teacherEvents, TeacherState> = {
  category: teacherEvents,
  stateVersion: 4,
  initialState: () => undefined,
  evolve: teacherAfter,
};

/** @throws NotFound */
export const registeredTeacher = (state: TeacherState): Teacher => {
  if (!state) throw new NotFound('There is no such teacher.');
  return state;
};

export const registerTeacher =
  ({
    teacherId,
    details,
    availability,
    sample = false,
  }: {
    teacherId: string;
    details: TeacherDetails;
    availability: AvailabilityWindow[];
    sample?: boolean;
  }) =>
  (_state: TeacherState): TeacherEvent[] => [
    { type: 'TeacherRegistered', data: { teacherId, details, sample } },
    ...(availability.length > 0 ? availabilitySet(teacherId, availability) : []),
  ];

const detailsChanged = ({ teacherId, details }: Teacher, next: Changes<TeacherDetails>): TeacherEvent[] => {
  const changes = changedFields(details, next);
  return Object.keys(changes).length === 0 ? [] : [{ type: 'TeacherDetailsChanged', data: { teacherId, changes } }];
};

const availabilitySet = (teacherId: string, availability: AvailabilityWindow[]): TeacherEvent[] => [
  { type: 'TeacherAvailabilitySet', data: { teacherId, availability } },
];

/** @throws NotFound, StaleRevision */
export const changeTeacher =
  ({
    changes,
    availability,
    revision,
  }: {
    changes: Changes<TeacherDetails>;
    availability: AvailabilityWindow[] | undefined;
    revision: string | undefined;
  }) =>
  (state: TeacherState): TeacherEvent[] => {
    const teacher = registeredTeacher(state);
    if (revision !== undefined && revision !== String(teacher.revision))
      throw new StaleRevision(changedElsewhere('teacher'));
    return [
      ...detailsChanged(teacher, changes),
      ...(availability && !sameWindows(availability, teacher.availability)
        ? availabilitySet(teacher.teacherId, availability)
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
type TeacherContent = { readonly teacher: Omit<Teacher, 'revision'> };

/** The fewest events from a teacher to the teacher of another moment; null: there is none. `today`: the studio's. */
export const restoreTeacher = (
  state: TeacherState,
  target: TeacherContent | null,
  { today }: { readonly today: IsoDate },
): TeacherEvent[] => {
  if (target === null) return state ? removeTeacher(today)(state) : [];
  const { teacher } = target;
  if (!state) return [{ type: 'TeacherReinstated', data: teacher }];
  const { teacherId, details, availability } = teacher;
  return [
    ...detailsChanged(state, details),
    ...(isDeepStrictEqual(availability, state.availability) ? [] : availabilitySet(teacherId, availability)),
  ];
};

/** Teachers as they can be restored. */
export const restorableTeacher: Restorable<typeof teacherEvents, TeacherState, TeacherContent> = {
  aggregate: teacherAggregate,
  contentOf: (state) => {
    if (!state) return null;
    const { revision: _, ...teacher } = state;
    return { teacher };
  },
  restoreTo: restoreTeacher,
  nameOf: ({ teacher }) => teacher.details.name,
};
