import { closureMoney } from '../calendar/closures/closures.ts';
import { z } from 'zod';
import { pin } from '../events/fields.ts';
import { cancellation, makesUp } from '../policy/policy.ts';
import { givenDetails, lessonDetails } from '../lessons/details.ts';
import { sentence, startMissing, teacherMissing } from '../lessons/rules.ts';
import {
  lessonDuration,
  asOfQuery,
  dateOrEmpty,
  dateText,
  dayOfWeek,
  id,
  idParams,
  revision,
  seenRevision,
  success,
  timeText,
} from './shapes.ts';
import { endpoint } from './endpoint.ts';
import { mapsNotice } from './maps/maps.ts';

/** One row of the lesson list: a weekly series (`lessonDate` empty), a dated lesson, or an occurrence of a series. */
export const lesson = z.object({
  id,
  userId: z.string(),
  studentId: id.nullable(),
  teacherId: id,
  student: z
    .object({
      id,
      firstName: z.string(),
      lastName: z.string(),
      name: z.string(),
      address: z.string().nullable(),
      city: z.string().nullable(),
      zipCode: z.string().nullable(),
      phone: z.string().nullable(),
    })
    .nullable(),
  teacher: z.object({ id, name: z.string() }),
  dayOfWeek,
  startTime: z.string(),
  endTime: z.string(),
  duration: z.number(),
  lessonDate: z.string(),
  status: z.enum(['scheduled', 'optimized', 'recommended', 'cancelled', 'completed']),
  source: z.enum(['optimized', 'manual', 'actual']),
  isManual: z.boolean(),
  entryType: z.enum(['lesson', 'appointment']),
  ...lessonDetails.shape,
  /** Minutes of driving from the previous stop in the current week. */
  driveTime: z.number().nullable(),
  /** Why that is an estimate or approximate, although a maps service is configured. */
  driveNotice: mapsNotice,
  /** True when one of the two addresses is known by its ZIP code or city only: screens say "about". */
  driveApproximate: z.boolean(),
  googleCalendarEventId: z.string().nullable(),
  createdAt: z.string(),
  /** A series' first and last possible day, both inclusive. */
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  /** Permanently deleted dates of a series. */
  skips: z.array(z.string()),
  /** For an occurrence: its series and the date that it replaces. */
  seriesId: id.nullable(),
  originalDate: z.string().nullable(),
  continues: id.nullable(),
  /** "Keep this time": runs leave the weekly lesson where it is. */
  pin: pin.nullable(),
  /** The run that placed it. */
  reportId: id.nullable(),
  /** The closures in which it takes place all the same. */
  keptIn: z.array(id),
  /** Who cancelled it, when, and what that comes to; null when it is not cancelled, and when nobody recorded it. */
  cancellation: cancellation.nullable(),
  /** The date that it makes up for. */
  makesUp: makesUp.omit({ chosen: true }).nullable(),
  /** Why its date is closed: it is then cancelled. */
  closedBy: z
    .object({
      closureId: id,
      reason: z.string().nullable(),
      money: z.enum(closureMoney),
      /** The last day on which it can be made up for, where a lesson is owed; null: without end. */
      until: z.string().nullable().optional(),
    })
    .nullable(),
  revision,
});
export type Lesson = z.infer<typeof lesson>;

export const listLessons = endpoint({
  method: 'GET',
  path: '/api/lessons',
  summary:
    'Series, dated lessons and occurrences; with from and to, those that have a date in that range; with asOf, as they were then.',
  query: asOfQuery.extend({ from: dateText.optional(), to: dateText.optional() }),
  response: z.array(lesson),
  reads: ['lessons', 'timeoff'],
});

/** Empty: every week. */
export const lessonDate = dateOrEmpty.nullish();
/** Rejected with 409 and the conflicts when the time is taken; without it a write overrides. */
const ifFree = z.boolean().optional();
/** A single date takes place although its time is closed. */
const keep = z.boolean().optional();

const changeableFields = {
  studentId: z
    .union([id, z.literal('')])
    .nullish()
    .transform((text) => (text === '' ? null : text)),
  ...givenDetails.shape,
  lessonDate,
  dayOfWeek: dayOfWeek.nullish(),
  startTime: timeText,
  duration: lessonDuration,
};

const lessonFields = z.object({
  ...changeableFields,
  teacherId: z.string(sentence(teacherMissing)).min(1, sentence(teacherMissing)).pipe(id),
  entryType: z.enum(['lesson', 'appointment']).default('lesson'),
  startTime: z.string(sentence(startMissing)).min(1, sentence(startMissing)).pipe(timeText),
  duration: lessonDuration.default(45),
});

export const conflictEvent = z.object({
  id,
  title: z.string(),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
});

const slotSuggestion = z.object({
  date: z.string(),
  dayOfWeek,
  startTime: z.string(),
  endTime: z.string(),
  reasoningText: z.string(),
  weekly: z.boolean().optional(),
});

/** When nothing is free: the nearest times and what each lacks. */
const nearestMiss = z.string().nullish();

/** A time for a new lesson, or another one for the lesson with this id. */
const otherTime = lessonFields.extend({
  id: id.optional(),
  /** For one date of a series, the date that moves; when absent, alternatives take the one in the week of `lessonDate`. */
  originalDate: dateText.optional(),
});

export const checkConflicts = endpoint({
  method: 'POST',
  path: '/api/lessons/check-conflicts',
  summary:
    'The entries that a lesson would overlap, the drives that it leaves no time for, and whose hours it is outside.',
  body: otherTime,
  response: z.object({
    hasConflict: z.boolean(),
    conflictingEvents: z.array(conflictEvent),
    /** The time is free, but the drive from the previous stop or to the next one takes longer than the gap. */
    travelWarnings: z.array(z.string()),
    /** Whose hours do not cover the time. It is no conflict: the lesson can be written. */
    outsideHours: z.array(
      z.object({
        whose: z.enum(['student', 'teacher']),
        name: z.string(),
        /** Empty for every week. */
        dates: z.array(z.string()),
        /** Those of the weekday. */
        hours: z.array(z.object({ startTime: z.string(), endTime: z.string(), isPreferred: z.boolean() })),
        /** Says what the hours are. */
        text: z.string(),
      }),
    ),
    /** Closures that the lesson falls into: it can be written, and does not take place then unless it is kept. */
    closed: z.array(z.object({ closureId: id, dates: z.array(z.string()), text: z.string() })),
  }),
  reads: ['lessons', 'timeoff'],
});

export const generateAlternatives = endpoint({
  method: 'POST',
  path: '/api/lessons/generate-alternatives',
  summary: 'Up to five free slots near the requested one.',
  body: otherTime,
  response: z.object({ alternatives: z.array(slotSuggestion), nearestMiss }),
  reads: ['lessons', 'timeoff'],
});

export const createLesson = endpoint({
  method: 'POST',
  path: '/api/lessons',
  summary: 'Adds a lesson or appointment manually.',
  body: lessonFields.extend({ ifFree, keep }),
  response: lesson,
  updates: ['lessons', 'history'],
});

export const createRecommendedLesson = endpoint({
  method: 'POST',
  path: '/api/lessons/create-recommended',
  summary: 'Adds a lesson at a suggested time.',
  body: lessonFields.extend({ ifFree, keep }),
  response: lesson,
  updates: ['lessons', 'history'],
});

export const updateLesson = endpoint({
  method: 'PUT',
  path: '/api/lessons/:id',
  summary: 'Updates an entry.',
  params: idParams,
  body: z
    .object({ ...changeableFields, teacherId: id, entryType: z.enum(['lesson', 'appointment']) })
    .partial()
    .extend({
      /** The day from which a weekly entry changes, or is another teacher's; without it today. */
      originalDate: dateText.optional(),
      revision: seenRevision.optional(),
      ifFree,
      keep,
    }),
  response: lesson,
  updates: ['lessons', 'history'],
  waitsFor: ['removals', 'transfers'],
});

export const patchLesson = endpoint({
  method: 'PATCH',
  path: '/api/lessons/:id',
  summary: 'Restores a cancelled lesson or confirms a recommended one.',
  params: idParams,
  body: z.object({
    status: z.literal('scheduled', 'The status must be scheduled.'),
    revision: seenRevision.optional(),
    force: z.boolean().optional(),
  }),
  response: lesson,
  updates: ['lessons', 'history'],
});

export const editLesson = endpoint({
  method: 'PATCH',
  path: '/api/lessons/:id/edit',
  summary: 'Edits one date or the whole series.',
  params: idParams,
  body: z
    .object(changeableFields)
    .partial()
    .extend({
      editScope: z.enum(['single', 'series']).default('single'),
      /** The date of the series that is edited; `lessonDate` is its new date. With scope series, both name the day to change from. */
      originalDate: dateText.optional(),
      revision: seenRevision.optional(),
      ifFree,
      keep,
    }),
  response: lesson,
  updates: ['lessons', 'history'],
});

export const rescheduleSuggestions = endpoint({
  method: 'GET',
  path: '/api/lessons/:id/reschedule-suggestions',
  summary: 'Free slots in a range of dates.',
  params: idParams,
  query: z.object({
    startDate: dateText.optional(),
    endDate: dateText.optional(),
    /** The date of a series that moves alone; without it the whole series moves. Of no meaning for a lesson on a single date. */
    originalDate: dateText.optional(),
  }),
  response: z.object({ suggestions: z.array(slotSuggestion), nearestMiss }),
  reads: ['lessons', 'history', 'timeoff', 'inquiries'],
});

export const rescheduleLesson = endpoint({
  method: 'PATCH',
  path: '/api/lessons/:id/reschedule',
  summary: 'Moves a lesson.',
  params: idParams,
  body: z.object({
    dayOfWeek: dayOfWeek.optional(),
    startTime: timeText,
    endTime: timeText.optional(),
    status: z.literal('scheduled', 'The status must be scheduled.').optional(),
    /** The new date. When absent: the weekday in the lesson's own week, or for a series from today on. */
    lessonDate: dateText.optional(),
    revision: seenRevision.optional(),
    ifFree,
    keep,
  }),
  response: lesson,
  updates: ['lessons', 'history'],
});

export const deleteLesson = endpoint({
  method: 'DELETE',
  path: '/api/lessons/:id',
  summary: 'Deletes a lesson, one date of a series, or a series from today.',
  params: idParams,
  query: z.object({
    lessonDate: dateText.optional(),
    revision: seenRevision.optional(),
  }),
  response: success,
  updates: ['lessons', 'history', 'reports'],
});

export const deleteLessonSeries = endpoint({
  method: 'DELETE',
  path: '/api/lessons/series',
  expensive: true,
  summary: 'Ends every series of a student with a teacher.',
  body: z.object({ studentId: id, teacherId: id }),
  response: success.extend({ removed: z.number() }),
  updates: ['lessons', 'history', 'reports'],
});

export const clearLessons = endpoint({
  method: 'DELETE',
  path: '/api/lessons/clear',
  expensive: true,
  summary: 'Clears lessons of the chosen kinds from today on.',
  body: z.object({
    myMusicStaff: z.boolean().default(false),
    optimized: z.boolean().default(false),
    manual: z.boolean().default(false),
    preScheduled: z.boolean().default(false),
    selectedTeachers: z.array(id).default([]),
  }),
  response: success.extend({ removed: z.number(), failed: z.array(z.object({ teacherId: id, detail: z.string() })) }),
  updates: ['lessons', 'history', 'reports'],
});

export const lessonHistory = endpoint({
  method: 'GET',
  path: '/api/lessons/:id/history',
  summary: 'The history of a lesson, oldest first.',
  params: idParams,
  response: z.array(
    z.object({
      eventId: id,
      type: z.string(),
      recordedAt: z.string(),
      actor: z.string(),
      text: z.string(),
      batchId: z.string(),
      /** What can be done next about the entry's batch, on its newest entry. */
      offer: z.enum(['undo', 'redo']).nullable(),
    }),
  ),
  reads: ['lessons', 'history', 'users', 'timeoff'],
});
