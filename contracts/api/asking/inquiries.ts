import { z } from 'zod';
import { inquiryStatus } from '../../events/schedule/inquiry.ts';
import { endpoint } from '../endpoint.ts';
import { fits } from '../fits.ts';
import { createStudent } from '../people/students.ts';
import { dayOfWeek, id, idParams, revision, success, timeText } from '../shapes.ts';
import { answerBand } from './ask-form.ts';

// What families asked with the question form, for the teacher.

/** `held`: new, and a time is held for it. */
const shownStatus = z.enum(['new', 'held', ...inquiryStatus.exclude(['new']).options]);

/** A weekly time that is held for a question. */
const heldTime = z.object({
  teacherId: id,
  dayOfWeek,
  startTime: z.string(),
  endTime: z.string(),
  /** Its first date. */
  firstDate: z.string(),
});

const inquiry = z.object({
  id,
  at: z.string(),
  firstName: z.string(),
  email: z.string(),
  zipCode: z.string(),
  address: z.string().nullable(),
  lessonDuration: z.number(),
  availability: z.array(z.object({ dayOfWeek, startTime: z.string(), endTime: z.string() })),
  /** What the family was shown. */
  bands: z.array(answerBand),
  status: shownStatus,
  /** The last day on which a time is held for it; null: none is. */
  heldUntil: z.string().nullable(),
  /** That time. */
  hold: heldTime.nullable(),
  /** Whom the child was added as. */
  studentId: id.nullable(),
  /** The day on which all of it is forgotten, unless the child is a student. */
  forgottenOn: z.string(),
  revision,
});
export type Inquiry = z.infer<typeof inquiry>;

export const listInquiries = endpoint({
  method: 'GET',
  path: '/api/inquiries',
  summary: 'The questions from the form, the newest first.',
  response: z.array(inquiry),
  reads: ['inquiries'],
});

export const inquiryTimes = endpoint({
  method: 'GET',
  path: '/api/inquiries/:id/times',
  summary: 'Exact weekly times for a question, as the search for a new pupil finds them. Families never see them.',
  params: idParams,
  response: fits,
  reads: ['inquiries', 'students', 'teachers', 'lessons', 'timeoff'],
});

// Of a question nothing but its id is kept for repetitions of a call.
const changed = z.object({ id, status: shownStatus });

export const holdTime = endpoint({
  method: 'POST',
  path: '/api/inquiries/:id/hold',
  summary: 'Holds a weekly time for a question for seven days, or another one than before.',
  params: idParams,
  body: z.object({ teacherId: id, dayOfWeek, startTime: timeText }),
  response: changed.extend({ heldUntil: z.string(), firstDate: z.string() }),
  updates: ['inquiries', 'history'],
});

export const releaseTime = endpoint({
  method: 'POST',
  path: '/api/inquiries/:id/release',
  summary: 'Holds no time for a question any more.',
  params: idParams,
  response: changed,
  updates: ['inquiries', 'history'],
});

export const addInquiry = endpoint({
  method: 'POST',
  path: '/api/inquiries/:id/add',
  summary: 'Adds the child of a question as a student.',
  params: idParams,
  body: createStudent.body,
  response: changed.extend({ studentId: id }),
  updates: ['inquiries', 'students', 'households', 'lessons', 'history'],
});

export const closeInquiry = endpoint({
  method: 'POST',
  path: '/api/inquiries/:id/close',
  summary: 'Closes a question.',
  params: idParams,
  response: changed,
  updates: ['inquiries', 'history'],
});

export const forgetInquiry = endpoint({
  method: 'DELETE',
  path: '/api/inquiries/:id',
  summary: 'Forgets a question permanently: it cannot be brought back.',
  params: idParams,
  response: success,
  updates: ['inquiries', 'notifications', 'history'],
  waitsFor: ['forgetting'],
});
