import { z } from 'zod';
import { defineCategory, defineEvent, type EventCategory, type EventOf } from '../event.ts';
import { attendanceRecord, recordedDate } from '../../policy/attendance.ts';
import { duration, id, instant, isoDate, minuteOfDay } from '../fields.ts';
import { leftPlan, whatWasClosed } from './joint.ts';
import { lesson, lessonSource, lessonStatus } from './lesson.ts';
import { holdFacts } from './hold.ts';
import { repairFacts } from './repair.ts';

/** Occurrences that move to the series that now covers their week, with their new content. */
const occurrences = z.array(lesson);

const endingElsewhere = z.object({ teacherId: id, lessonId: id, from: isoDate });
const endsElsewhere = z.array(endingElsewhere);

/** The first acceptances named only lessons; later changes to those lessons are unknown. */
const withoutStudents = (data: unknown): unknown => {
  const accepted = z.object({ reportId: id, endsElsewhere }).parse(data);
  return { ...accepted, endsElsewhere: accepted.endsElsewhere.map((series) => ({ ...series, studentId: null })) };
};

/** The kinds that can be cleared: `manual` has a date, `preScheduled` comes every week. */
const lessonKind = z.enum(['optimized', 'manual', 'preScheduled', 'actual']);
export type LessonKind = z.infer<typeof lessonKind>;

/** Version 1 passed on rows that changed, but not rows that were deleted. */
const withoutDeleted = (data: unknown): unknown => ({ ...z.looseObject({}).parse(data), deleted: [] });

const lessonFacts = [
  /** Entered by a person, or the continuation of a split series. */
  defineEvent('LessonCreated', z.object({ lesson, occurrences })),
  /** Placed by the optimizer: pending (status optimized, with its report) or immediately (add-only). */
  defineEvent('LessonPlaced', z.object({ lesson, occurrences, endsElsewhere })),
  /**
   * A series has no date after `validTo`. `status` is the new status of its earlier dates; `fellAway` are its occurrences dropped
   * with the end; `forGood`: no rejection brings it back.
   */
  defineEvent(
    'LessonEnded',
    z.object({ lessonId: id, validTo: isoDate, status: lessonStatus, fellAway: z.array(id), forGood: z.boolean() }),
  ),
  /** A row is restored as it was: a series that a plan had replaced, with its earlier exceptions, or a row changed by an undone command. */
  defineEvent('LessonReinstated', z.object({ lesson, occurrences })),
  /** A pending lesson became a current one: accepted with its plan (optimized) or changed manually (manual). */
  defineEvent('LessonKept', z.object({ lessonId: id, source: lessonSource })),
  /** A dated lesson or an occurrence was deleted, or any row of someone who never existed. */
  defineEvent('LessonDeleted', z.object({ lessonId: id })),
  /** One date of a series was deleted permanently. */
  defineEvent('LessonSkipped', z.object({ lessonId: id, date: isoDate })),
  /** No run moves a weekly lesson any more, up to runs that begin on `until`; null: without end. */
  defineEvent('LessonPinned', z.object({ lessonId: id, until: isoDate.nullable() })),
  /** Runs may move a weekly lesson again. */
  defineEvent('LessonUnpinned', z.object({ lessonId: id })),
  /** A dated lesson, or one date of a series (then the row is its occurrence), is cancelled. */
  defineEvent('LessonCancelled', z.object({ lesson })),
  /** What a cancellation comes to, or who cancelled and when, is another. */
  defineEvent('LessonCancellationChanged', z.object({ lesson })),
  /** A cancellation was reversed. With `seriesId`, the occurrence was only the cancellation: its row is removed and the series applies again. */
  defineEvent('LessonRestored', z.object({ lessonId: id, seriesId: id.nullable() })),
  /** Moved in time; with the occurrences that a moved series takes along, and those dropped because it no longer has their week. */
  defineEvent('LessonRescheduled', z.object({ lesson, occurrences, fellAway: z.array(id) })),
  /** Changed by a person, in time or otherwise; with its occurrences as above. */
  defineEvent('LessonEdited', z.object({ lesson, occurrences, fellAway: z.array(id) })),
  /**
   * A lesson was transferred from another teacher; this side decides first. `leaves`: its id there, which stays with the past of a series that is split at
   * `validTo`; `seen`: the other schedule's revision that this decision is based on.
   */
  defineEvent(
    'LessonTakenOver',
    z.object({ lesson, occurrences, from: id, leaves: id, validTo: isoDate.nullable(), seen: z.number().int() }),
  ),
  /**
   * A lesson was transferred to another teacher, under `takenAs`. `validTo`: the last day of the past that stays here, null when nothing does; `gone`:
   * the occurrences that went along; `missed`: rows changed here after the other side had read them, sent on to it; `deleted`: transferred rows
   * that had been deleted here in the meantime, and are deleted there too.
   */
  defineEvent(
    'LessonReleased',
    z.object({
      lessonId: id,
      to: id,
      takenAs: id,
      validTo: isoDate.nullable(),
      gone: z.array(id),
      missed: z.array(lesson),
      deleted: z.array(id),
    }),
    { version: 2, upcasters: { 1: withoutDeleted } },
  ),
] as const;

const planStudents = z.array(
  z.object({
    studentId: id,
    /** What is placed for the student now; null for nothing. */
    lessonId: id.nullable(),
    bases: z.array(z.object({ lesson, occurrences })),
  }),
);

/** The plans of earlier versions were each of one teacher alone. */
const alone = (data: unknown): unknown => data;

/** Teachers whose plans are decided as one, in the schedule of the first of them. */
const jointPlan = z.object({ teacherIds: z.array(id).min(2), lead: id });
export type JointPlan = z.infer<typeof jointPlan>;

/** A decision on such a plan, and its day: it holds for the other teachers' parts of the run. */
const jointDecision = jointPlan.extend({ runId: id, on: isoDate });
/** `elsewhere`: what accepting it ends with teachers outside it, by the teacher who gets the student. */
const jointAcceptance = jointDecision.extend({
  elsewhere: z.array(z.object({ partOf: id, teacherId: id, lessonId: id })).optional(),
});
export type JointDecision = z.infer<typeof jointAcceptance>;

const times = z.array(z.object({ date: isoDate, start: minuteOfDay }));

const planFacts = [
  /** A run of the optimizer. The events on its lessons follow it in the same append. */
  defineEvent(
    'ScheduleOptimized',
    z.object({
      reportId: id,
      runId: id,
      startsOn: isoDate,
      /** The pending report that this run extends. */
      supersedes: id.nullable(),
      /** A withdrawn report that this run finally rejects. */
      rejects: id.nullable(),
      students: z.array(
        z.object({
          studentId: id,
          /** What was placed for the student; null when nothing could be. */
          lessonId: id.nullable(),
          /** Accepted series that the plan replaces and a rejection brings back. */
          bases: z.array(id),
        }),
      ),
      /** Series of these students with other teachers, which accepting ends. */
      endsElsewhere,
      /** Of several teachers who were planned together. */
      joint: jointPlan.optional(),
      /** With `joint`, in the lead's schedule: what is recorded in the others'. `supersedes`: the report of the plan that is extended there. */
      others: z
        .object({ parts: z.array(leftPlan.extend({ supersedes: id.nullable() })), closures: whatWasClosed })
        .optional(),
    }),
    { version: 3, upcasters: { 1: alone, 2: alone } },
  ),
  /** `endsElsewhere`: every optimized series that the plan's students have with other teachers at that moment. */
  defineEvent(
    'ScheduleAccepted',
    z.object({
      reportId: id,
      endsElsewhere: z.array(endingElsewhere.extend({ studentId: id.nullable() })),
      joint: jointAcceptance.optional(),
    }),
    { version: 4, upcasters: { 1: withoutStudents, 2: alone, 3: alone } },
  ),
  /** A plan was rejected, or withdrawn (its report stays open for the decision that follows). */
  defineEvent(
    'ScheduleRejected',
    z.object({ reportId: id, withdrawn: z.boolean(), fellAway: z.array(id), joint: jointDecision.optional() }),
    { version: 2, upcasters: { 1: alone } },
  ),
  /** Lessons of these kinds were cleared from a day on. */
  defineEvent('ScheduleCleared', z.object({ kinds: z.array(lessonKind), from: isoDate })),
  /**
   * Dates were cancelled or restored as the teacher's calendar feed says; the events that do so follow. `automatic`: no person began it. `title`: of
   * what has no student.
   */
  defineEvent(
    'CalendarSynced',
    z.object({
      automatic: z.boolean(),
      changes: z.array(
        z.object({
          lessonId: id,
          effect: z.enum(['cancelled', 'restored']),
          studentId: id.nullable(),
          title: z.string().nullable(),
          date: isoDate,
          start: minuteOfDay,
        }),
      ),
    }),
  ),
  /** The imported rows from a day to another were made what the teacher's calendar feed has; the events that do so follow, in several appends if they are many. */
  defineEvent(
    'CalendarReplaced',
    z.object({
      from: isoDate,
      to: isoDate,
      added: z.number().int().min(0),
      changed: z.number().int().min(0),
      removed: z.number().int().min(0),
    }),
  ),
  /** The rows that a batch changed are restored to their state before it. An undone run gets the report status `undone`. */
  defineEvent('BatchUndone', z.object({ undoes: z.string(), undoneReportId: id.nullable() })),
  /**
   * The schedule is restored to a moment; the events that lead there follow. A pending plan that is not that of the moment gets the report
   * status `undone`.
   */
  defineEvent('ScheduleRestored', z.object({ restoreId: id, asOf: instant, undoneReportId: id.nullable() })),
  /** A decided plan is reopened for a decision, as it was, under a new report. */
  defineEvent(
    'ScheduleReopened',
    z.object({
      reportId: id,
      runId: id,
      /** The report that was decided. */
      reopens: id,
      startsOn: isoDate,
      students: planStudents,
      endsElsewhere,
      joint: jointPlan.optional(),
    }),
    { version: 2, upcasters: { 1: alone } },
  ),
  /** Who was there, by date; null: nothing is recorded any more. `before`: what was recorded until then. It changes no row. */
  defineEvent(
    'AttendanceRecorded',
    z.object({
      entries: z.array(
        recordedDate.extend({ record: attendanceRecord.nullable(), before: attendanceRecord.nullable() }),
      ),
    }),
  ),
  ...repairFacts,
  ...holdFacts,
  /** A family asks for another time of a lesson, which stays where it is. `times`: those that would suit, the best one first. */
  defineEvent(
    'TimeRequested',
    z.object({
      requestId: id,
      /** Who asks. */
      recipientId: id,
      studentId: id,
      /** The series or the single lesson; of a lesson that is owed what calls name it by. */
      lessonId: z.string().min(1).max(80),
      /** The date in its series, as the family's page names it; null: a single lesson. */
      originalDate: isoDate.nullable(),
      /** The lesson did not take place, and one is owed for it. */
      owed: z.boolean(),
      /** When the lesson was when this was asked. */
      date: isoDate,
      start: minuteOfDay,
      duration,
      times,
      message: z.string().nullable(),
    }),
  ),
  /** `yes`: the lesson moves to the one time; the event that moves it precedes. `offer`: the family can take one of the times. */
  defineEvent(
    'RequestAnswered',
    z.object({
      requestId: id,
      studentId: id,
      date: isoDate,
      start: minuteOfDay,
      answer: z.enum(['yes', 'no', 'offer']),
      times,
      message: z.string().nullable(),
      /** The family took an offered time. */
      byFamily: z.boolean(),
    }),
  ),
  /** The family no longer asks. */
  defineEvent('RequestWithdrawn', z.object({ requestId: id, studentId: id, date: isoDate, start: minuteOfDay })),
  /**
   * What an undone command had changed in the pending plan is reverted: its students as they were, without those who were not in it. `cancelled`:
   * the date that a family cancelled and that the plan has no lesson for.
   */
  defineEvent(
    'PlanCorrected',
    z.object({ students: planStudents, leave: z.array(id), cancelled: lesson.nullable().default(null) }),
  ),
] as const;

/** `schedule-<studio>.<teacher>`: every lesson of one teacher and that teacher's optimization runs. */
export const scheduleEvents = defineCategory('schedule', [...lessonFacts, ...planFacts]);

/** An event on one lesson's rows. */
export type LessonEvent = EventOf<EventCategory<typeof lessonFacts>>;
/** A run, a decision or a command on many lessons: the header of its append, which changes no row itself. */
export type PlanEvent = EventOf<EventCategory<typeof planFacts>>;
export type ScheduleEvent = LessonEvent | PlanEvent;

const lessonTypes: ReadonlySet<string> = new Set(lessonFacts.map(({ type }) => type));

export const isLessonEvent = (event: ScheduleEvent): event is LessonEvent => lessonTypes.has(event.type);
