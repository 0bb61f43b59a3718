import { startGrid } from '../studio.ts';
import { z } from 'zod';
import { dayName, jointReport, minutes, clockTime, provenGoals } from './joint.ts';

/** Why one student has this place in the plan. Minutes of driving are per week. */
const schedulingDecision = z.object({
  studentId: z.string(),
  lessonId: z.string(),
  studentName: z.string(),
  day: dayName,
  /** `HH:MM-HH:MM`. */
  timeSlot: z.string(),
  preferredSlot: z.boolean(),
  /** Whether the student marked a preferred time at all. */
  hasPreference: z.boolean(),
  /** Hours a week in which student and teacher are both free. */
  flexibilityScore: z.number(),
  reason: z.string(),
  /** Minutes of driving from the previous stop; from home for the first of a day. */
  driveTime: minutes,
  /** Minutes a week the plan would save without this student. */
  marginalDrive: z.number().int(),
  /** The earlier run that decided it, if any. */
  fromRun: z.string().nullable(),
});

const dayAnalysis = z.object({
  day: dayName,
  lessonsScheduled: minutes,
  studentsAvailable: minutes,
  firstLessonTime: clockTime.nullable(),
  lastLessonTime: clockTime.nullable(),
  totalTeachingTime: minutes,
  /** From home to home. */
  drivingMinutes: minutes,
});

const weeklyTime = { dayOfWeek: z.literal([0, 1, 2, 3, 4, 5, 6]), startTime: clockTime, endTime: clockTime };
const studentWindow = z.object({ studentId: z.string(), ...weeklyTime });

/** What has to be done so that a student can be placed: a window says what the availability must include. */
const planChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('teacherWindow'),
    teacherId: z.string(),
    ...weeklyTime,
    /** What the student's availability must then include, too; null for no more. */
    studentWindow: studentWindow.nullable(),
  }),
  studentWindow.extend({ kind: z.literal('studentWindow') }),
  /** Another student's weekly lesson takes this time. */
  z.object({ kind: z.literal('move'), lessonId: z.string(), studentId: z.string(), ...weeklyTime }),
]);
export type PlanChange = z.infer<typeof planChange>;

const unscheduledStudent = z.object({
  studentId: z.string(),
  studentName: z.string(),
  availabilityHours: z.number(),
  reason: z.string(),
  conflictDetails: z.string(),
  /** The smallest change that would place the student, as the end of a sentence: "Peyton were also free Sat 5:45 – 6:30 PM". */
  wouldFit: z.string().nullable(),
  /** The same as data; null if nothing has to be changed, or nothing is known to help. */
  change: planChange.nullable(),
  /** Up to three such changes, the same one first. */
  wouldFitAll: z.array(z.string()).default([]),
  /** The same as data, each at the place of its sentence. */
  changes: z.array(planChange.nullable()).default([]),
  /** True when the student loses a lesson by this plan. */
  hadLesson: z.boolean(),
});

const weeklyLessonTime = z.object({
  day: dayName,
  startTime: clockTime,
  endTime: clockTime,
  /** Null: the report's own teacher. */
  teacherName: z.string().nullable(),
});

/** What accepting changes for a family: no lesson before is a new one, none after one that ends. */
const lessonChange = z.object({
  studentId: z.string(),
  studentName: z.string(),
  before: weeklyLessonTime.nullable(),
  after: weeklyLessonTime.nullable(),
});

const vacantSlot = z.object({
  dayName,
  startTime: clockTime,
  endTime: clockTime,
  durationMinutes: minutes,
  reason: z.string(),
});

const dayUtilization = z.object({
  dayName,
  utilizationPercentage: z.number(),
  availableMinutes: minutes,
  scheduledMinutes: minutes,
  vacantMinutes: minutes,
  /** Between lessons, besides the drives. */
  betweenMinutes: minutes.default(0),
});

/** One entry of the planned week, as the snapshot draws it. */
export const plannedStop = z.object({
  lessonId: z.string(),
  studentId: z.string().nullable(),
  title: z.string(),
  /** Where it takes place, if not at the student's home. */
  address: z.string().nullable(),
  day: dayName,
  startTime: clockTime,
  endTime: clockTime,
  source: z.enum(['optimized', 'manual', 'actual']),
  /** Minutes from the previous stop, from home for the first; null for an entry that is not a stop. */
  driveTime: minutes.nullable(),
  /** For the last stop of a day: the drive home. */
  driveHome: minutes.nullable(),
});

const clash = z.object({
  date: z.string(),
  lessonId: z.string(),
  entryId: z.string(),
  detail: z.string(),
});

/** The students of the whole plan: those selected, with a lesson entered by hand or not, and those that earlier runs of it placed. */
const optimizationStats = z.object({
  totalStudents: minutes,
  /** Those who have a weekly lesson with the plan. */
  totalStudentsScheduled: minutes,
  totalStudentsUnscheduled: minutes,
  /** Those placed in a preferred slot. */
  preferredSlots: minutes,
  /** Those who marked a preferred time. */
  preferredPossible: minutes,
  totalDriveTime: minutes,
  /** Driving of the current week, home to home. */
  driveTimeBefore: minutes,
  idleMinutes: minutes,
  /** No plan can place more students than this. */
  bound: minutes,
  /** True only if every goal is proven. */
  proven: z.boolean(),
  provenGoals,
  /** What the last student costs: the largest `marginalDrive`. */
  dearestMinutes: minutes,
  seed: z.number(),
  seconds: z.number(),
  /** The teacher stopped the run, which had not proven everything. */
  stopped: z.boolean().default(false),
});

const placeInWeek = z.object({
  teacherId: z.string(),
  dayOfWeek: z.literal([0, 1, 2, 3, 4, 5, 6]),
  startTime: clockTime,
});

/** A household, else a student, of whom a lesson gets another time or none. */
const movedFamily = z.object({
  /** The household's id, else the student's. */
  household: z.string(),
  /** Of those whose lessons move. */
  names: z.array(z.string()),
  lessons: z.array(z.object({ studentId: z.string(), from: placeInWeek, to: placeInWeek.nullable() })),
  /** The same in words. */
  text: z.string(),
});
export type MovedFamily = z.infer<typeof movedFamily>;

/** The best plan in which at most `n` families move; null: any number. Minutes are of a week. */
const movesPoint = z.object({
  n: minutes.nullable(),
  moved: z.array(movedFamily),
  placed: minutes,
  preferred: minutes,
  driveMinutes: minutes,
  idleMinutes: minutes,
  /** Less driving than the point before; negative for more. */
  saves: z.number().int(),
  /** Among the plans that keep the number. */
  proven: provenGoals,
  /** Minutes by which driving could still fall: 0 where it is proven, null where it is unknown. */
  gap: minutes.nullable(),
});

/** What it is worth that families move: a plan for each number of them that is better than those for fewer, and one for any number. */
export const movesCurve = z.object({
  /** Families who have a lesson now. */
  families: minutes,
  /** So many have to move; where that is not proven, it may be fewer. */
  least: minutes,
  leastProven: z.boolean(),
  /** By number. None is worse than the one before it. */
  points: z.array(movesPoint),
  /** The number that is worth most. */
  suggested: minutes,
  sentence: z.string(),
  seconds: z.number(),
});
export type MovesCurve = z.infer<typeof movesCurve>;

/** One teacher's optimization report. */
export const reportContent = z.object({
  teacherId: z.string(),
  teacherName: z.string(),
  startsOn: z.string(),
  createdOn: z.string(),
  homeKnown: z.boolean(),
  /** The selected students of this teacher's run. */
  selected: z.array(z.string()),
  week: z.array(plannedStop),
  /** By name. Null in reports of versions that did not compare. */
  lessonChanges: z.array(lessonChange).nullable().default(null),
  /** How many of the week's planned lessons are as they were. */
  unchangedLessons: minutes.default(0),
  schedulingDecisions: z.array(schedulingDecision),
  dayAnalysis: z.array(dayAnalysis),
  unscheduledAnalysis: z.array(unscheduledStudent),
  vacantTimeAnalysis: z.object({
    totalVacantMinutes: minutes,
    vacantSlots: z.array(vacantSlot),
    utilizationByDay: z.array(dayUtilization),
  }),
  optimizationStats,
  /** Dated entries in the next eight weeks that overlap the plan. */
  clashes: z.array(clash),
  /** Fixed entries that contradict each other. */
  conflicts: z.array(z.string()),
  /** Students whose address could not be located: each of their drives counts 15 minutes. */
  unlocated: z.array(z.string()),
  /** Why some drive times are estimates or approximate although a maps service is configured, in a sentence; null if none is. */
  driveNotice: z.string().nullable().default(null),
  /** True when an address of the week is known by its ZIP code or city only: its driving is "about" as long. */
  approximateDriving: z.boolean().default(false),
  /** Minutes between lessons at different addresses that the plan leaves, besides the drive. */
  minutesBetween: minutes.default(0),
  /** What placing one, two or three fewer students would save. */
  tradeOffs: z.array(
    z.object({
      students: minutes,
      preferred: minutes,
      driveMinutes: minutes,
      /** Minutes of driving a week. */
      saved: minutes,
      /** No plan with this many students drives less. */
      proven: z.boolean(),
    }),
  ),
  /** Minutes of driving a week that one lesson justifies, as requested; null for any. */
  lessonWorth: minutes.nullable(),
  /** On which minutes lessons of this run start, where it was chosen for it; `moreAtFive`: how many more students every 5 minutes would place. */
  startGrid: z.object({ minutes: startGrid, moreAtFive: minutes.nullable() }).nullable().default(null),
  /** What other numbers of families would give, for a run with a number of families that may move. */
  curve: movesCurve.extend({ maxMoved: minutes, tolerance: minutes }).optional(),
  /** For a run of several teachers together. */
  joint: jointReport.optional(),
  /** Students who have an optimized lesson with another teacher, which accepting ends. */
  elsewhere: z.array(z.object({ studentName: z.string(), teacherName: z.string() })),
});
export type ReportContent = z.infer<typeof reportContent>;
