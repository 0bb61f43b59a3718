import { z } from 'zod';
import { defineCategory, defineEvent, type EventOf } from './event.ts';
import { availabilityWindow, id, instant, isoDate, location, minutesBetween } from './fields.ts';

/** What a teacher's windows mean: the time away from home, or the time of teaching. */
const availabilityInterpretation = z.enum(['leave_home', 'start_lesson']);

export const teacherDetails = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  zipCode: z.string().nullable(),
  location: location.nullable(),
  calendarUrl: z.string().max(500).nullable(),
  availabilityInterpretation,
  /** Null: as many as the studio's other teachers have. */
  minutesBetween: minutesBetween.nullable().default(null),
});
export type TeacherDetails = z.infer<typeof teacherDetails>;
// Without the default: a change that does not name the minutes leaves them as they are.
const changes = teacherDetails.extend({ minutesBetween: minutesBetween.nullable() }).partial();

const reinstated = z.object({
  teacherId: id,
  details: teacherDetails,
  availability: z.array(availabilityWindow),
  sample: z.boolean(),
  registeredAt: instant,
});

/** `teacher-<studio>.<teacher>`: who a teacher is and when they teach. */
export const teacherEvents = defineCategory('teacher', [
  defineEvent('TeacherRegistered', z.object({ teacherId: id, details: teacherDetails, sample: z.boolean() })),
  defineEvent('TeacherDetailsChanged', z.object({ teacherId: id, changes }), {
    version: 2,
    upcasters: { 1: (data) => data },
  }),
  defineEvent('TeacherAvailabilitySet', z.object({ teacherId: id, availability: z.array(availabilityWindow) })),
  defineEvent('TeacherRemoved', z.object({ teacherId: id, name: z.string(), on: isoDate })),
  /** A removed teacher returns as they were. */
  defineEvent('TeacherReinstated', reinstated),
]);
export type TeacherEvent = EventOf<typeof teacherEvents>;

/** A teacher as the events have left them. */
export type Teacher = z.infer<typeof reinstated> & {
  /** Of the last change. */
  readonly revision: number;
};

/** A teacher after an event; null: removed; undefined: never registered. The only fold of teachers, shared by the aggregate and the read model. */
export const teacherAfter = (
  before: Teacher | null | undefined,
  event: TeacherEvent,
  { revision, recordedAt }: { readonly revision: number; readonly recordedAt: string },
): Teacher | null | undefined => {
  if (event.type === 'TeacherRegistered')
    return { ...event.data, availability: [], registeredAt: recordedAt, revision };
  if (event.type === 'TeacherReinstated') return { ...event.data, revision };
  if (!before) return before;
  switch (event.type) {
    case 'TeacherDetailsChanged':
      return { ...before, details: teacherDetails.parse({ ...before.details, ...event.data.changes }), revision };
    case 'TeacherAvailabilitySet':
      return { ...before, availability: event.data.availability, revision };
    case 'TeacherRemoved':
      return null;
  }
};
