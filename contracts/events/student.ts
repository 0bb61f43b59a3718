import { z } from 'zod';
import { defineCategory, defineEvent, type EventOf } from './event.ts';
import { availabilityWindow, cents, id, instant, isoDate, location } from './fields.ts';

export const studentDetails = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string(),
  city: z.string().nullable(),
  zipCode: z.string().nullable(),
  location: location.nullable(),
  lessonDuration: z.number().int().min(1),
  startDate: isoDate.nullable(),
  calendarUrl: z.string().max(128).nullable(),
  paymentType: z.enum(['per_lesson', 'monthly']),
  perLessonRateCents: cents.nullable(),
  monthlyRateCents: cents.nullable(),
  /** The teacher's own: no family sees them. */
  notes: z.string().nullable().default(null),
  /** How to get in: gate code, parking, dog. The teacher's own as well. */
  doorNote: z.string().nullable().default(null),
});
export type StudentDetails = z.infer<typeof studentDetails>;
// Without the defaults: a change that does not name a note leaves it as it is.
const changes = studentDetails.extend({ notes: z.string().nullable(), doorNote: z.string().nullable() }).partial();

/** A teacher assigned to this student; lower ranks are preferred. `assignedAt` null: when the event is recorded, unless known before. */
export const assignment = z.object({
  id,
  teacherId: id,
  preferenceRank: z.number().int().min(0),
  assignedAt: instant.nullable().default(null),
});
export type Assignment = z.infer<typeof assignment>;

/** Where a student came from when not entered by hand; null: entered by hand. */
const studentOrigin = z.enum(['vcard', 'csv']).nullable().default(null);

/** What geocoding found for the student's `address`. City and ZIP code are the student's own, or found where there was none. */
const studentLocated = z.object({
  studentId: id,
  address: z.string(),
  city: z.string().nullable(),
  zipCode: z.string().nullable(),
  location,
});

const reinstated = z.object({
  studentId: id,
  details: studentDetails,
  availability: z.array(availabilityWindow),
  assignments: z.array(assignment),
  sample: z.boolean(),
  origin: studentOrigin,
  /** The student's family; null: none. */
  householdId: id.nullable().default(null),
  registeredAt: instant,
});

/** `student-<studio>.<student>`: who a student is, when they can have a lesson and who teaches them. */
export const studentEvents = defineCategory('student', [
  defineEvent(
    'StudentRegistered',
    z.object({ studentId: id, details: studentDetails, sample: z.boolean(), origin: studentOrigin }),
    { version: 2, upcasters: { 1: (data) => data } },
  ),
  defineEvent('StudentDetailsChanged', z.object({ studentId: id, changes }), {
    version: 3,
    upcasters: { 1: (data) => data, 2: (data) => data },
  }),
  /** Geocoded in the background after an import. It is no change that a person made: the revision of the row stays. */
  defineEvent('StudentLocated', studentLocated),
  defineEvent('StudentAvailabilitySet', z.object({ studentId: id, availability: z.array(availabilityWindow) })),
  defineEvent('StudentTeachersSet', z.object({ studentId: id, assignments: z.array(assignment) })),
  /** Null: in no family. */
  defineEvent('StudentHouseholdSet', z.object({ studentId: id, householdId: id.nullable() })),
  defineEvent('StudentRemoved', z.object({ studentId: id, name: z.string(), on: isoDate })),
  /** A removed student returns as they were. */
  defineEvent('StudentReinstated', reinstated, { version: 2, upcasters: { 1: (data) => data } }),
]);
export type StudentEvent = EventOf<typeof studentEvents>;

type DatedAssignment = Assignment & { readonly assignedAt: string };

/** A student as the events have left them. */
export type Student = Omit<z.infer<typeof reinstated>, 'assignments'> & {
  readonly assignments: readonly DatedAssignment[];
  /** Of the last change that a person made. */
  readonly revision: number;
};

/** Assignments as an event sets them: one that was there before keeps its time. */
const dated = (
  assignments: readonly Assignment[],
  before: readonly DatedAssignment[],
  recordedAt: string,
): DatedAssignment[] =>
  assignments.map((one) => ({
    ...one,
    assignedAt: one.assignedAt ?? before.find(({ id: earlier }) => earlier === one.id)?.assignedAt ?? recordedAt,
  }));

/** The details after geocoding in the background, unless the address has changed or was located since. */
const locatedDetails = (details: StudentDetails, found: z.infer<typeof studentLocated>): StudentDetails =>
  details.address !== found.address || details.location !== null
    ? details
    : { ...details, city: found.city, zipCode: found.zipCode, location: found.location };

/** A student after an event; null: removed; undefined: never registered. The only fold of students, shared by the aggregate and the read model. */
export const studentAfter = (
  before: Student | null | undefined,
  event: StudentEvent,
  { revision, recordedAt }: { readonly revision: number; readonly recordedAt: string },
): Student | null | undefined => {
  if (event.type === 'StudentRegistered')
    return { ...event.data, availability: [], assignments: [], householdId: null, registeredAt: recordedAt, revision };
  if (event.type === 'StudentReinstated')
    return { ...event.data, assignments: dated(event.data.assignments, [], recordedAt), revision };
  if (!before) return before;
  switch (event.type) {
    case 'StudentDetailsChanged':
      return { ...before, details: studentDetails.parse({ ...before.details, ...event.data.changes }), revision };
    case 'StudentLocated':
      return { ...before, details: locatedDetails(before.details, event.data) };
    case 'StudentAvailabilitySet':
      return { ...before, availability: event.data.availability, revision };
    case 'StudentTeachersSet':
      return { ...before, assignments: dated(event.data.assignments, before.assignments, recordedAt), revision };
    case 'StudentHouseholdSet':
      return { ...before, householdId: event.data.householdId, revision };
    case 'StudentRemoved':
      return null;
  }
};
