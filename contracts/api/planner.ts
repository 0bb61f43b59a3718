import { z } from 'zod';
import { wishes } from '../events/schedule/report.ts';
import { plannedStop, reportContent } from '../events/schedule/report-content.ts';
import { provenGoals } from '../events/schedule/joint.ts';
import { endpoint } from './endpoint.ts';
import { maxMoved, moveTolerance, peopleOfRun, together } from './planning/run.ts';
import { lesson } from './lessons.ts';
import { mostPinned } from '../lessons/pins.ts';
import { dateText, dayOfWeek, id, idParams, timeText } from './shapes.ts';

const reportStatus = z.enum(['pending', 'accepted', 'rejected', 'superseded', 'undone']);
export type ReportStatus = z.infer<typeof reportStatus>;

/** A teacher's report as the review shows it: what the run found and the state of its plan. */
const report = reportContent.extend({
  reportId: id,
  runId: id,
  status: reportStatus,
  withdrawn: z.boolean(),
  createdAt: z.string(),
  /** What families of students without a place were asked. */
  wishes,
});
export type Report = z.infer<typeof report>;

/** Reports keyed by teacher id. */
export const reportsByTeacher = z.record(z.string(), report);

const reportItem = z.object({
  id,
  title: z.string(),
  teacherId: id,
  runId: id,
  status: reportStatus,
  withdrawn: z.boolean(),
  startsOn: z.string(),
  createdAt: z.string(),
  processedAt: z.string().nullable(),
  lessonsCount: z.number(),
  teachersCount: z.number(),
  totalDriveTime: z.number(),
  /** The decided report whose plan an undo reopened under this one. */
  reopens: id.nullable(),
});
export type ReportItem = z.infer<typeof reportItem>;

const failure = z.object({ teacherId: id, detail: z.string() });

/** Two neighbors of a day that cannot both stay, one of them pinned. */
const pinnedPair = z.object({ lessonIds: z.tuple([id, id]), text: z.string() });
export type PinnedPair = z.infer<typeof pinnedPair>;

export const generateSchedule = endpoint({
  method: 'POST',
  path: '/api/schedule/generate',
  slow: true,
  summary:
    'Plans each teacher’s week for the selected students. Each plan is pending until it is accepted or rejected.',
  body: z.object({
    ...peopleOfRun,
    /** Minutes of driving a week that one more lesson justifies; when absent, any drive. */
    lessonWorth: z.number().int().min(1).max(600).optional(),
    /** Plans the week although pinned lessons of a day overlap or leave too little time to drive, as they do already. */
    force: z.boolean().optional(),
    /** At most so many families move: a household, else the student, with an optimized lesson that gets another time or none. */
    maxMoved: maxMoved.optional(),
    /** For `maxMoved`: a lesson stays if it starts at most so many minutes earlier or later. */
    tolerance: moveTolerance.optional(),
    ...together,
  }),
  response: z.object({
    optimizationReports: reportsByTeacher,
    lessons: z.array(lesson),
    /** Several teachers: why some have no plan; `pairs` names pinned lessons that cannot all stay. */
    failed: z.array(failure.extend({ pairs: z.array(pinnedPair).optional() })),
    /** Of each plan whose first day is closed: "Mon, Dec 21 lies in Winter break. First lessons: Mon, Jan 4." */
    closedFirstDays: z.array(z.object({ teacherId: id, text: z.string() })),
    /** With `maxMoved`: each date of the next seven days that the plan changes. */
    earlyMoves: z.array(z.object({ studentId: id, date: z.string(), text: z.string() })).optional(),
  }),
  updates: ['lessons', 'reports', 'history'],
});

const lessonsMissing = 'Please select at least one lesson.';

export const pinLessons = endpoint({
  method: 'POST',
  path: '/api/lessons/pins',
  expensive: true,
  summary:
    'Pins several weekly lessons as one change, so that plans leave them where they are, or unpins them. It says which could not be.',
  body: z.object({
    /** Each once. */
    lessonIds: z
      .array(z.string(), lessonsMissing)
      .transform((list) => [...new Set(list)])
      .pipe(z.array(z.string()).min(1, lessonsMissing).max(mostPinned, `Please select at most ${mostPinned} lessons.`)),
    pinned: z.boolean(),
    /** The last day on which a plan may begin that leaves them where they are; absent or null: without end. */
    until: dateText.nullish(),
  }),
  response: z.object({
    done: z.array(z.string()),
    failed: z.array(z.object({ id: z.string(), message: z.string() })),
  }),
  updates: ['lessons', 'history'],
});

export const stopGenerating = endpoint({
  method: 'POST',
  path: '/api/schedule/generate/stop',
  summary: 'Stops a run that streams its progress; the best plan so far is saved and sent on the stream.',
  body: z.object({ runId: id }),
  response: z.object({ success: z.boolean() }),
});

export const planFirstDay = endpoint({
  method: 'GET',
  path: '/api/schedule/first-day',
  summary:
    'What decides when a plan begins if no first day is given: today, or the next Monday if one of these says so.',
  query: z.object({ teacherId: id }),
  response: z.object({
    /** The teacher works today, but for less than an hour more. */
    dayIsOver: z.boolean(),
    /** The teacher's students who have an accepted optimized lesson with anyone, which a plan would move. */
    acceptedStudentIds: z.array(id),
    /** The days on which a plan can begin that are closed, with when the first lessons are. */
    closedDays: z.array(z.object({ date: z.string(), text: z.string() })),
  }),
  reads: ['students', 'teachers', 'lessons', 'timeoff'],
});

/** What a run sends on its event stream while it is being solved; the last message is the normal answer. */
export const runStarted = z.object({ runId: id });
export const runProgress = z.object({
  runId: id,
  teacherId: id,
  phase: z.enum(['searching', 'proving', 'finishing']),
  /** The fraction of its time limit that has passed, 0 to 1. */
  share: z.number(),
  /** Counted like the report's: students of the plan with a lesson, and those with one in a preferred slot. */
  scheduled: z.number(),
  preferred: z.number(),
  /** Students of the plan. */
  selected: z.number(),
  /** Of the week; null while it is unknown, for a teacher with several windows a day, which the day's drive connects. */
  driveMinutes: z.number().nullable(),
  /** No plan can place more. */
  bound: z.number(),
  /** What is proven of the best plan so far. */
  provenGoals,
  /** The best week so far, where it has changed since it was last sent; not for several teachers together. */
  week: z.array(plannedStop).optional(),
});
export type RunProgress = z.infer<typeof runProgress>;

export const deleteGenerated = endpoint({
  method: 'DELETE',
  path: '/api/schedule/generated',
  summary: 'Withdraws a teacher’s pending plan, or ends the optimized series; without a teacher, every teacher’s.',
  body: z.object({ teacherId: id.optional() }).optional(),
  response: z.object({ success: z.boolean(), removed: z.number(), failed: z.array(failure) }),
  updates: ['lessons', 'reports', 'history'],
});

export const listReports = endpoint({
  method: 'GET',
  path: '/api/optimization-reports',
  summary: 'Saved reports, newest first.',
  query: z.object({}).loose(),
  response: z.object({ success: z.boolean(), reports: z.array(reportItem) }),
  reads: ['reports'],
});

const reportAnswer = z.object({ success: z.boolean(), reportData: reportsByTeacher });

export const latestReport = endpoint({
  method: 'GET',
  path: '/api/optimization-reports/latest',
  summary: 'Every report of the newest run, keyed by teacher id.',
  query: z.object({}).loose(),
  response: reportAnswer,
  reads: ['reports'],
});

export const getReport = endpoint({
  method: 'GET',
  path: '/api/optimization-reports/:id',
  summary: 'One report, keyed by teacher id.',
  params: idParams,
  response: reportAnswer,
  reads: ['reports'],
});

export const setReportStatus = endpoint({
  method: 'PATCH',
  path: '/api/optimization-reports/:id/status',
  summary: 'Accepts or rejects a plan; both are final.',
  params: idParams,
  body: z.object({ status: z.enum(['accepted', 'rejected'], 'The status must be accepted or rejected.') }),
  response: reportItem.extend({
    /** Lessons that came back and now overlap something. */
    conflicts: z.array(z.string()),
    /** One-date changes that ended with the plan. */
    fellAway: z.array(z.string()),
    /** When the first lessons of an accepted plan are whose first day is closed; null when it is not. */
    closedFirstDay: z.string().nullable(),
    success: z.boolean(),
  }),
  updates: ['lessons', 'history', 'reports'],
  waitsFor: ['removals', 'transfers'],
});

export const addWish = endpoint({
  method: 'POST',
  path: '/api/optimization-reports/:id/wishes',
  summary: 'Keeps with a report for which window a student’s family was asked.',
  params: idParams,
  body: z.object({
    studentId: id,
    window: z
      .object({ dayOfWeek, startTime: timeText, endTime: timeText })
      .refine(({ startTime, endTime }) => startTime < endTime, 'The start must be before the end.'),
  }),
  response: z.object({ success: z.boolean(), wishes }),
  updates: ['reports', 'history'],
});

export const deleteReport = endpoint({
  method: 'DELETE',
  path: '/api/optimization-reports/:id',
  summary: 'Deletes a report; a pending plan is withdrawn first.',
  params: idParams,
  response: z.object({ success: z.boolean() }),
  updates: ['lessons', 'reports', 'history'],
});

export const deleteAllReports = endpoint({
  method: 'DELETE',
  path: '/api/optimization-reports',
  summary: 'Deletes every report; pending plans are withdrawn first.',
  response: z.object({ success: z.boolean(), deleted: z.number() }),
  updates: ['lessons', 'reports', 'history'],
});

export const optimizeStudent = endpoint({
  method: 'POST',
  path: '/api/students/optimize',
  slow: true,
  summary:
    'add-only places one student without moving anyone; reoptimize plans the whole week of the student’s teacher again.',
  body: z.object({
    studentId: id,
    optimizationType: z.enum(['add-only', 'reoptimize'], 'The optimization type must be add-only or reoptimize.'),
    /** For add-only: this time, of those that `POST /api/students/fits` names, instead of the best one; 409 if it is taken. */
    time: z
      .object({
        teacherId: id,
        dayOfWeek,
        startTime: timeText,
        /** The first day that the lesson may have: that of the `moves` of a time that another family makes free. */
        from: dateText.optional(),
      })
      .optional(),
  }),
  response: z.object({
    success: z.boolean(),
    message: z.string(),
    optimizationType: z.enum(['add-only', 'reoptimize']),
    lessonsAdded: z.number(),
  }),
  updates: ['students', 'lessons', 'history', 'reports'],
  waitsFor: ['removals', 'transfers'],
});
