import { z } from 'zod';
import { availability, availabilityInput } from './availability.ts';
import { endpoint } from '../endpoint.ts';
import { feedAddressText } from '../calendars/feed-address.ts';
import { placeholderCity, placeholderZip } from '../placeholders.ts';
import {
  asOfQuery,
  clearableText,
  id,
  idParams,
  minutesBetween,
  revision,
  seenRevision,
  success,
  typedLine,
  typedText,
} from '../shapes.ts';

const teacher = z.object({
  id,
  userId: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  zipCode: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  locationPrecision: z.enum(['exact', 'zip', 'city']).nullable(),
  calendarUrl: z.string().nullable(),
  availabilityInterpretation: z.enum(['leave_home', 'start_lesson']),
  /** Minutes between lessons, besides the drive; null: the studio's. */
  minutesBetween: z.number().nullable(),
  /** The ones that count: the teacher's own, else the studio's. */
  effectiveMinutesBetween: z.number(),
  createdAt: z.string(),
  availability: z.array(availability),
  sample: z.boolean(),
  revision,
});
export type Teacher = z.infer<typeof teacher>;

const fields = {
  name: typedLine(200).min(1, 'Name is required.'),
  phone: typedLine(50).min(1, 'Phone is required.'),
  email: typedText(254).min(1, 'Email is required.').pipe(z.email('Please enter a valid email address.')),
  address: clearableText(300),
  city: clearableText(100).transform((text) => (text === placeholderCity ? null : text)),
  zipCode: clearableText(20).transform((text) => (text === placeholderZip ? null : text)),
  calendarUrl: feedAddressText,
  availabilityInterpretation: z.enum(['leave_home', 'start_lesson'], {
    error: 'The availability interpretation must be leave_home or start_lesson.',
  }),
  minutesBetween: minutesBetween.nullish(),
  availability: availabilityInput,
};

export const teacherInput = z.object({
  ...fields,
  availabilityInterpretation: fields.availabilityInterpretation.default('leave_home'),
  availability: availabilityInput.default([]),
});

export const listTeachers = endpoint({
  method: 'GET',
  path: '/api/teachers',
  summary: 'The studio’s teachers with their availability.',
  query: asOfQuery,
  response: z.array(teacher),
  reads: ['teachers', 'studios'],
});

export const listTeacherAvailability = endpoint({
  method: 'GET',
  path: '/api/teachers/:id/availability',
  summary: 'The availability of one teacher.',
  params: idParams,
  query: asOfQuery,
  response: z.array(availability),
  reads: ['teachers'],
});

export const createTeacher = endpoint({
  method: 'POST',
  path: '/api/teachers',
  summary: 'Adds a teacher.',
  body: teacherInput,
  response: teacher,
  updates: ['teachers', 'lessons', 'history'],
});

export const updateTeacher = endpoint({
  method: 'PUT',
  path: '/api/teachers/:id',
  summary:
    'Updates a teacher: an absent field stays unchanged, null or empty text clears it, an availability list replaces the old one.',
  params: idParams,
  body: z.object({ ...fields, revision: seenRevision }).partial(),
  response: teacher,
  updates: ['teachers', 'lessons', 'history'],
});

export const deleteTeacher = endpoint({
  method: 'DELETE',
  path: '/api/teachers/:id',
  summary:
    'Removes a teacher: series end today, future lessons and assignments are removed, past lessons are kept. With `moveTo`, that teacher gets the students.',
  params: idParams,
  query: z.object({ moveTo: id.optional() }),
  response: success,
  updates: ['teachers', 'students', 'lessons', 'history', 'reports'],
  waitsFor: ['removals', 'transfers'],
});
