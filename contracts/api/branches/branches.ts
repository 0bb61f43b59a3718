import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { availability, availabilityInput } from '../people/availability.ts';
import { city, lessonDuration, rate, zipCode } from '../people/students.ts';
import { generateSchedule } from '../planner.ts';
import { maxMoved, moveTolerance } from '../planning/run.ts';
import { clearableText, dateText, id, idParams, revision, seenRevision, success, typedLine } from '../shapes.ts';

// Copies of the week in which things may be otherwise. Nothing of them is in the calendar, in bills or in what families see.

const name = typedLine(60).min(1, 'Please enter a name for the branch.');

const teacherIds = z.array(id).max(100, 'Please select at most 100 teachers.');
const hours = { availability: availabilityInput };

/** What is otherwise in a branch, as forms send it. */
export const branchChangeInput = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('studentHours'), studentId: id, ...hours }),
    z.object({ kind: z.literal('teacherHours'), teacherId: id, ...hours }),
    z.object({
      kind: z.literal('length'),
      studentIds: z.array(id).min(1, 'Please select at least one student.').max(1000),
      lessonDuration,
    }),
    z.object({ kind: z.literal('teachers'), studentId: id, teacherIds }),
    z.object({ kind: z.literal('leaves'), studentId: id }),
    z.object({
      kind: z.literal('joins'),
      firstName: typedLine(100).min(1, 'First name is required.'),
      lastName: typedLine(100).min(1, 'Last name is required.'),
      address: clearableText(300),
      city,
      zipCode,
      lessonDuration: lessonDuration.default(45),
      availability: availabilityInput.default([]),
      teacherIds: teacherIds.default([]),
      perLessonRate: rate,
    }),
    z.object({ kind: z.literal('pin'), lessonId: id, pinned: z.boolean() }),
    z.object({ kind: z.literal('home'), teacherId: id, address: typedLine(300).min(1, 'Address is required.') }),
  ],
  'Please say what changes.',
);
export type BranchChangeInput = z.output<typeof branchChangeInput>;

const kind = z.enum(['studentHours', 'teacherHours', 'length', 'teachers', 'leaves', 'joins', 'pin', 'home']);

const shownChange = z.object({
  id,
  kind,
  /** "Dana Whitfield has other hours." */
  text: z.string(),
  /** Whom or what it is about: a student, teacher or lesson, or several students. */
  ids: z.array(id),
  /** The hours that it gives; null for another kind. */
  availability: z.array(availability).nullable(),
  /** Where somebody lives then: of a home and of an invented student. */
  address: z.string().nullable(),
  /** False for a place that the map does not know: each drive there counts 15 minutes. */
  isLocated: z.boolean(),
});

export const changeSince = z.object({
  kind: z.enum(['hours', 'length', 'home', 'teachers', 'lessons', 'pins', 'removed', 'startGrid', 'minutesBetween']),
  /** A student or teacher; null for the studio. */
  id: id.nullable(),
  /** "Ava Lindqvist’s hours". */
  text: z.string(),
});

const status = z.enum(['open', 'takenOver', 'dropped']);

const listed = z.object({
  id,
  name: z.string(),
  status,
  /** The branch that it was copied from. */
  from: id.nullable(),
  /** The moment that it is based on. */
  at: z.string(),
  openedAt: z.string(),
  changes: z.number(),
  planned: z.boolean(),
  revision,
});
export type ListedBranch = z.infer<typeof listed>;

const stop = z.object({
  lessonId: z.string(),
  studentId: z.string().nullable(),
  title: z.string(),
  dayOfWeek: z.number(),
  startTime: z.string(),
  endTime: z.string(),
  source: z.enum(['optimized', 'manual', 'actual']),
  driveTime: z.number().nullable(),
  driveHome: z.number().nullable(),
});

const figures = z.object({
  students: z.number(),
  placed: z.number(),
  preferred: z.number(),
  preferredPossible: z.number(),
  driveMinutes: z.number(),
  waitingMinutes: z.number(),
  days: z.number(),
  latestHome: z.object({ dayOfWeek: z.number(), time: z.string() }).nullable(),
  moved: z.number(),
  incomeWeek: z.number(),
  withoutRate: z.number(),
  incomePerHour: z.number().nullable(),
  proven: z.boolean().nullable(),
});

const branch = listed.extend({
  changes: z.array(shownChange),
  figures,
  week: z.array(z.object({ teacherId: id, teacherName: z.string(), entries: z.array(stop) })),
  /** The first day of what was planned. */
  startsOn: z.string().nullable(),
  changedSince: z.array(changeSince),
});
export type Branch = z.infer<typeof branch>;
export type ChangedSince = z.infer<typeof changeSince>;

export const listBranches = endpoint({
  method: 'GET',
  path: '/api/branches',
  summary: 'The branches that are open, the newest first.',
  response: z.array(listed),
  reads: ['branches'],
});

export const openBranch = endpoint({
  method: 'POST',
  path: '/api/branches',
  summary: 'Opens a branch: a copy of the week as it is now, or of another branch with its changes.',
  body: z.object({ name, from: id.optional() }),
  response: listed,
  updates: ['branches', 'history'],
});

export const branchReads = ['branches', 'students', 'teachers', 'lessons', 'timeoff', 'studios'] as const;

export const getBranch = endpoint({
  method: 'GET',
  path: '/api/branches/:id',
  expensive: true,
  summary: 'A branch: its changes, its week, its figures, and what has changed in the studio since.',
  params: idParams,
  response: branch,
  reads: branchReads,
});

export const renameBranch = endpoint({
  method: 'PATCH',
  path: '/api/branches/:id',
  summary: 'Gives a branch another name.',
  params: idParams,
  body: z.object({ name }),
  response: listed,
  updates: ['branches', 'history'],
});

export const dropBranch = endpoint({
  method: 'DELETE',
  path: '/api/branches/:id',
  summary: 'Drops a branch.',
  params: idParams,
  response: success,
  updates: ['branches', 'history'],
});

const changed = z.object({ id, changes: z.array(shownChange), revision });

export const changeBranch = endpoint({
  method: 'POST',
  path: '/api/branches/:id/changes',
  summary: 'Makes something otherwise in a branch. The later of two changes of the same thing holds.',
  params: idParams,
  body: z.object({ change: branchChangeInput, revision: seenRevision.optional() }),
  response: changed,
  updates: ['branches', 'history'],
});

export const withdrawBranchChange = endpoint({
  method: 'DELETE',
  path: '/api/branches/:id/changes/:changeId',
  summary: 'Takes back a change of a branch.',
  params: z.object({ id, changeId: id }),
  response: changed,
  updates: ['branches', 'history'],
});

export const planBranch = endpoint({
  method: 'POST',
  path: '/api/branches/:id/plan',
  slow: true,
  summary: 'Plans the weeks of a branch, which is based on the studio as it is now from then on.',
  params: idParams,
  body: z
    .object({
      /** When absent, every teacher with hours and students. */
      teacherIds: teacherIds.min(1, 'Please select at least one teacher.').optional(),
      maxMoved: maxMoved.optional(),
      tolerance: moveTolerance.optional(),
      together: z.boolean().optional(),
      startsOn: dateText.optional(),
    })
    .default({}),
  response: z.object({
    branch,
    rebased: z.object({
      /** What both the branch and the studio have changed: the branch’s holds. */
      changed: z.array(z.string()),
      /** Changes whose person or lesson is gone. */
      fellAway: z.array(z.string()),
    }),
    failed: z.array(z.object({ teacherId: id, detail: z.string() })),
  }),
  updates: ['branches', 'history'],
});

export const takeOverBranch = endpoint({
  method: 'POST',
  path: '/api/branches/:id/take-over',
  slow: true,
  summary:
    'Makes the changes of a branch in the studio, and leaves the plan that was made in it pending: one change, which one undo takes back.',
  params: idParams,
  body: z.object({ revision: seenRevision }),
  response: generateSchedule.response.extend({
    changed: z.object({ students: z.number(), teachers: z.number(), added: z.number() }),
  }),
  updates: ['branches', 'students', 'teachers', 'lessons', 'reports', 'history'],
  waitsFor: ['takeovers', 'removals', 'transfers'],
});
