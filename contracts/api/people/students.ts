import { z } from 'zod';
import { availability, availabilityInput } from './availability.ts';
import { endpoint } from '../endpoint.ts';
import { placeholderCity, placeholderZip } from '../placeholders.ts';
import {
  asOfQuery,
  clearableEmail,
  clearableText,
  dateOrEmpty,
  id,
  idParams,
  revision,
  seenRevision,
  success,
  typedLine,
} from '../shapes.ts';

export const student = z.object({
  id,
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string(),
  city: z.string().nullable(),
  zipCode: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** How precisely the coordinates are known; null when the address could not be located. */
  locationPrecision: z.enum(['exact', 'zip', 'city']).nullable(),
  lessonDuration: z.number(),
  startDate: z.string().nullable(),
  /** The address of the shared calendar; null while it is not shared. */
  calendarUrl: z.string().nullable(),
  paymentType: z.enum(['per_lesson', 'monthly']),
  perLessonRate: z.number().nullable(),
  monthlyRate: z.number().nullable(),
  /** The teacher's own: in no calendar, mail or invoice. */
  notes: z.string().nullable(),
  /** "At the door": the teacher's own as well. */
  doorNote: z.string().nullable(),
  createdAt: z.string(),
  availability: z.array(availability),
  /** Part of the sample studio. */
  sample: z.boolean(),
  /** Imported from a vCard file; null: entered by hand. */
  origin: z.enum(['vcard', 'csv']).nullable(),
  /** The family; null: none. */
  householdId: id.nullable(),
  revision,
});
export type Student = z.infer<typeof student>;

/** Absent leaves it unchanged; null and '' clear it. */
const clearableNumber = (number: z.ZodNumber, error: string) =>
  z
    .union([number, z.literal('')], error)
    .nullish()
    .transform((value) => (value === '' ? null : value));

const isWholeCents = (amount: number): boolean => Math.round(amount * 100) / 100 === amount;

export const rate = clearableNumber(
  z
    .number()
    .positive('The rate must be greater than 0.')
    .max(100_000, 'The rate must be at most 100,000.')
    .refine(isWholeCents, 'The rate must have at most two decimals.'),
  'The rate must be a number.',
);

/** Addresses as forms send them: 'City not provided' and '00000' are placeholders for a missing value. */
export const city = clearableText(100).transform((text) => (text === placeholderCity ? null : text));
export const zipCode = clearableText(20).transform((text) => (text === placeholderZip ? null : text));

export const lessonDuration = z.union([z.literal(30), z.literal(45), z.literal(60), z.literal(90)], {
  error: 'The lesson length must be 30, 45, 60 or 90 minutes.',
});

export const paymentType = z.enum(['per_lesson', 'monthly'], 'The payment type must be per_lesson or monthly.');

const fields = {
  firstName: typedLine(100).min(1, 'First name is required.'),
  lastName: typedLine(100).min(1, 'Last name is required.'),
  address: typedLine(300).min(1, 'Address is required.'),
  phone: clearableText(50),
  email: clearableEmail,
  city,
  zipCode,
  latitude: clearableNumber(z.number().min(-90).max(90), 'The latitude must be a number.'),
  longitude: clearableNumber(z.number().min(-180).max(180), 'The longitude must be a number.'),
  lessonDuration,
  startDate: dateOrEmpty.nullish().transform((date) => (date === '' ? null : date)),
  paymentType,
  perLessonRate: rate,
  monthlyRate: rate,
  notes: clearableText(2000),
  doorNote: clearableText(300),
  availability: availabilityInput,
};

export const studentInput = z.object({
  ...fields,
  lessonDuration: fields.lessonDuration.default(45),
  paymentType: fields.paymentType.default('per_lesson'),
  availability: availabilityInput.default([]),
});

/** The student's only teacher: null and '' are none, absent leaves the teachers as they are. */
const onlyTeacher = z
  .union([id, z.literal('')])
  .nullable()
  .transform((teacherId) => (teacherId === '' ? null : teacherId));
const withTeacher = { teacherId: onlyTeacher.optional() };

const studentChanges = z.object({ ...fields, ...withTeacher, revision: seenRevision }).partial();

export const listStudents = endpoint({
  method: 'GET',
  path: '/api/students',
  summary: 'The studio’s students with their availability.',
  query: asOfQuery,
  response: z.array(student),
  reads: ['students', 'calendarAddresses'],
});

export const createStudent = endpoint({
  method: 'POST',
  path: '/api/students',
  summary: 'Adds a student.',
  body: studentInput.extend(withTeacher),
  response: student,
  updates: ['students', 'households', 'lessons', 'history'],
});

export const updateStudent = endpoint({
  method: 'PUT',
  path: '/api/students/:id',
  summary:
    'Updates a student: an absent field stays unchanged, null or empty text clears it, an availability list replaces the old one.',
  params: idParams,
  body: studentChanges,
  response: student,
  updates: ['students', 'households', 'lessons', 'history'],
});

export const deleteStudent = endpoint({
  method: 'DELETE',
  path: '/api/students/:id',
  summary: 'Removes a student: series end today, future lessons and assignments are removed, past lessons are kept.',
  params: idParams,
  response: success,
  updates: ['students', 'households', 'lessons', 'history'],
  waitsFor: ['removals', 'transfers'],
});

const assignment = z.object({
  id,
  studentId: id,
  teacherId: id,
  preferenceRank: z.number(),
  createdAt: z.string(),
});
export type Assignment = z.infer<typeof assignment>;

export const setStudentTeacher = endpoint({
  method: 'PUT',
  path: '/api/students/:id/teacher',
  summary: 'Sets the student’s only teacher, or none.',
  params: idParams,
  body: z.object({ teacherId: onlyTeacher }),
  response: z.array(assignment),
  updates: ['students', 'history'],
});

export const listAssignments = endpoint({
  method: 'GET',
  path: '/api/assignments',
  summary: 'Which teachers teach which students.',
  query: asOfQuery,
  response: z.array(assignment),
  reads: ['students'],
});

export const listStudentAssignments = endpoint({
  method: 'GET',
  path: '/api/assignments/student/:id',
  summary: 'One student’s teachers.',
  params: idParams,
  query: asOfQuery,
  response: z.array(assignment),
  reads: ['students'],
});

export const createAssignment = endpoint({
  method: 'POST',
  path: '/api/assignments',
  summary: 'Assigns a teacher to a student; repeating it changes nothing.',
  body: z.object({ studentId: id, teacherId: id }),
  response: assignment,
  updates: ['students', 'history'],
});
