import { z } from 'zod';
import { defineCategory, defineEvent, type EventOf } from './event.ts';
import { id, isoDate } from './fields.ts';
import { lesson, lessonSource, lessonStatus } from './lesson.ts';

/** Occurrences that go over to the series that now has their week, as they stand from then on. */
const occurrences = z.array(lesson);

const endsElsewhere = z.array(z.object({ teacherId: id, lessonId: id, from: isoDate }));

const lessonFacts = [
  /** A person entered it, or a series was split and this part goes on. */
  defineEvent('LessonCreated', z.object({ lesson, occurrences })),
  /** The optimizer placed it: pending (status optimized, with its report) or at once (add-only). */
  defineEvent('LessonPlaced', z.object({ lesson, occurrences, endsElsewhere })),
  /**
   * A series has no date after `validTo`. `status` is what its earlier dates are from now on; `fellAway` are its occurrences that ended
   * with it; `forGood`: no rejection brings it back.
   */
  defineEvent(
    'LessonEnded',
    z.object({ lessonId: id, validTo: isoDate, status: lessonStatus, fellAway: z.array(id), forGood: z.boolean() }),
  ),
  /** A series that a plan had replaced stands again, with its earlier exceptions. */
  defineEvent('LessonReinstated', z.object({ lesson, occurrences })),
  /** A pending lesson became a standing one: accepted with its plan (optimized) or taken over by hand (manual). */
  defineEvent('LessonKept', z.object({ lessonId: id, source: lessonSource })),
  /** A dated lesson or an occurrence is gone. */
  defineEvent('LessonDeleted', z.object({ lessonId: id })),
] as const;

const headers = [
  /** A run of the optimizer. The facts on its lessons follow it in the same append. */
  defineEvent(
    'ScheduleOptimized',
    z.object({
      reportId: id,
      runId: id,
      startsOn: isoDate,
      /** The pending report that this run extends. */
      supersedes: id.nullable(),
      /** A withdrawn report that this run makes final. */
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
      /** Series of these students with other teachers, which acceptance ends. */
      endsElsewhere,
    }),
  ),
  defineEvent('ScheduleAccepted', z.object({ reportId: id, endsElsewhere })),
  /** A plan was rejected, or withdrawn (its report stays open for the decision that follows). */
  defineEvent('ScheduleRejected', z.object({ reportId: id, withdrawn: z.boolean(), fellAway: z.array(id) })),
  /** Lessons of these kinds were cleared from a day on. */
  defineEvent(
    'ScheduleCleared',
    z.object({ kinds: z.array(z.enum(['optimized', 'manual', 'preScheduled', 'actual'])), from: isoDate }),
  ),
] as const;

/** `schedule-<studio>.<teacher>`: every lesson of one teacher and that teacher's optimization runs. */
export const scheduleEvents = defineCategory('schedule', [...lessonFacts, ...headers]);
export type ScheduleEvent = EventOf<typeof scheduleEvents>;
