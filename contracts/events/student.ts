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

/** `student-<studio>.<student>`: who a student is, when they can have a lesson and who teaches them. */
export const studentEvents = defineCategory('student', [
  defineEvent('StudentRegistered', z.object({ studentId: id, details: studentDetails, sample: z.boolean() })),
  defineEvent('StudentDetailsChanged', z.object({ studentId: id, changes: studentDetails.partial() })),
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
      registeredAt: instant,
    }),
  ),
]);
export type StudentEvent = EventOf<typeof studentEvents>;
