import { z } from 'zod';
import { dayOfWeek, duration, id, isoDate, minuteOfDay } from '../fields.ts';
import { closureState } from './timeoff.ts';

export const dayName = z.enum(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
export const minutes = z.number().int().min(0);
export const clockTime = z.string();

/** Which goals are proven to be reached as well as possible, each given the ones before it. */
export const provenGoals = z.object({
  /** Students placed. */
  placed: z.boolean(),
  /** Preferred slots. */
  preferred: z.boolean(),
  driving: z.boolean(),
  /** Waiting between lessons. */
  idle: z.boolean(),
});
export type ProvenGoals = z.infer<typeof provenGoals>;

const placeWithTeacher = z.object({
  teacherId: z.string(),
  teacherName: z.string(),
  day: dayName,
  startTime: clockTime,
});

/** What a plan of several teachers together has of all of them: each teacher's report has the same. */
export const jointReport = z.object({
  teacherIds: z.array(z.string()),
  /** In whose schedule the plan is decided. */
  lead: z.string(),
  /** The selected students of all teachers. */
  selected: z.array(z.string()),
  /** How many students who have a lesson were allowed to get another teacher. */
  mostChanges: minutes,
  totals: z.object({
    students: minutes,
    placed: minutes,
    preferred: minutes,
    preferredPossible: minutes,
    driveMinutes: minutes,
    driveMinutesBefore: minutes,
    idleMinutes: minutes,
    /** No plan can place more students than this. */
    bound: minutes,
    provenGoals,
  }),
  /** Students who get another teacher, by name. */
  changes: z.array(
    z.object({ studentId: z.string(), studentName: z.string(), from: placeWithTeacher, to: placeWithTeacher }),
  ),
});
export type JointReport = z.infer<typeof jointReport>;

/** The plan of one teacher that is recorded after the event that decides it: whom it places, and which lessons with other teachers it ends. */
export const leftPlan = z.object({
  teacherId: id,
  reportId: id,
  runId: id,
  startsOn: isoDate,
  /** The minute of the first day before which its lessons are over; null if that day has not begun. */
  overUntil: minuteOfDay.nullable(),
  students: z.array(
    z.object({
      studentId: id,
      placement: z
        .object({
          lessonId: id,
          studentId: id,
          dayOfWeek,
          start: minuteOfDay,
          duration,
          driveMinutes: z.number(),
          notBefore: isoDate.nullable(),
        })
        .nullable(),
    }),
  ),
  endsElsewhere: z.array(z.object({ teacherId: id, lessonId: id, from: isoDate })),
  createdOn: isoDate,
});
export type LeftPlan = z.infer<typeof leftPlan>;

/** The closures when a plan was made. */
export const whatWasClosed = z.array(z.object({ closureId: id, states: z.array(closureState) }));
