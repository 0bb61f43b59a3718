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
});
export type StudentDetails = z.infer<typeof studentDetails>;

/** A teacher assigned to this student; lower ranks are preferred. `assignedAt` null: when the event is recorded, unless known before. */
export const assignment = z.object({
  id,
  teacherId: id,
  preferenceRank: z.number().int().min(0),
  assignedAt: instant.nullable().default(null),
});
export type Assignment = z.infer<typeof assignment>;

/** The assignments after an event sets them at `recordedAt`: one that was there before keeps its time. */
export const datedAssignments = (
  given: readonly Assignment[],
  before: readonly Assignment[],
  recordedAt: string,
): (Assignment & { readonly assignedAt: string })[] =>
  given.map((one) => ({
    ...one,
    assignedAt: one.assignedAt ?? before.find(({ id: held }) => held === one.id)?.assignedAt ?? recordedAt,
  }));

/** Where a student came from when not entered by hand; null: entered by hand. */
const studentOrigin = z.enum(['vcard']).nullable().default(null);

/** What geocoding found for the student's `address`. City and ZIP code are the student's own, or found where there was none. */
const studentLocated = z.object({
  studentId: id,
  address: z.string(),
  city: z.string().nullable(),
  zipCode: z.string().nullable(),
  location,
});

/** The details after geocoding in the background, unless the address has changed or was located since. */
export const locatedDetails = (details: StudentDetails, found: z.infer<typeof studentLocated>): StudentDetails =>
  details.address !== found.address || details.location !== null
    ? details
    : { ...details, city: found.city, zipCode: found.zipCode, location: found.location };

/** `student-<studio>.<student>`: who a student is, when they can have a lesson and who teaches them. */
export const studentEvents = defineCategory('student', [
  defineEvent(
    'StudentRegistered',
    z.object({ studentId: id, details: studentDetails, sample: z.boolean(), origin: studentOrigin }),
  ),
  defineEvent('StudentDetailsChanged', z.object({ studentId: id, changes: studentDetails.partial() })),
  /** Geocoded in the background after an import. It is no change that a person made: the revision of the row stays. */
  defineEvent('StudentLocated', studentLocated),
  defineEvent('StudentAvailabilitySet', z.object({ studentId: id, availability: z.array(availabilityWindow) })),
  defineEvent('StudentTeachersSet', z.object({ studentId: id, assignments: z.array(assignment) })),
  defineEvent('StudentRemoved', z.object({ studentId: id, name: z.string(), on: isoDate })),
  /** A removed student returns as they were. */
  defineEvent(
    'StudentReinstated',
    z.object({
      studentId: id,
      details: studentDetails,
      availability: z.array(availabilityWindow),
      assignments: z.array(assignment),
      sample: z.boolean(),
      origin: studentOrigin,
      registeredAt: instant,
    }),
  ),
]);
export type StudentEvent = EventOf<typeof studentEvents>;
