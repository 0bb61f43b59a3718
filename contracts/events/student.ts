import { z } from 'zod';
import { defineCategory, defineEvent, type EventOf } from './event.ts';
import { availabilityWindow, cents, id, isoDate, location } from './fields.ts';

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

/** A teacher assigned to this student; lower ranks are preferred. */
export const assignment = z.object({ id, teacherId: id, preferenceRank: z.number().int().min(0) });
export type Assignment = z.infer<typeof assignment>;

/** `student-<studio>.<student>`: who a student is, when they can have a lesson and who teaches them. */
export const studentEvents = defineCategory('student', [
  defineEvent('StudentRegistered', z.object({ studentId: id, details: studentDetails, sample: z.boolean() })),
  defineEvent('StudentDetailsChanged', z.object({ studentId: id, changes: studentDetails.partial() })),
  defineEvent('StudentAvailabilitySet', z.object({ studentId: id, availability: z.array(availabilityWindow) })),
  defineEvent('StudentTeachersSet', z.object({ studentId: id, assignments: z.array(assignment) })),
  defineEvent('StudentRemoved', z.object({ studentId: id, name: z.string(), on: isoDate })),
]);
export type StudentEvent = EventOf<typeof studentEvents>;
