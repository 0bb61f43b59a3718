import { closingFor, closuresNow } from '../schedule/time-off/closures.ts';
import { eventOf } from '@rondo/contracts/events/event.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { entityOf, parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { isDeepStrictEqual } from 'node:util';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import type { Conflict } from '../schedule/edit/conflicts.ts';
import { studioNow } from '../studio/clock.ts';
import { conflictsAmong, conflictView } from '../schedule/edit/if-free.ts';
import type { UndoneStream } from '../../platform/commands/undo/undo-commands.ts';
import { allSchedules, lessonTitles } from '../schedule/lookup/student-times.ts';
import type { Services } from '../../platform/kit/services.ts';

/** A lesson in a teacher's schedule. */
type Placed = { readonly teacherId: string; readonly lesson: Lesson };

/** The rows that an undo brought back to a schedule. */
const returnedBy = ({ executed }: UndoneStream): Lesson[] =>
  executed.events.flatMap((event) => {
    const { type, data } = eventOf(scheduleEvents, event.type, event.data);
    return type === 'LessonReinstated' ? [data.lesson, ...data.occurrences] : [];
  });

/** What the lessons that an undo brought back overlap from today on: each entry once, with its first date. */
export const returnedConflicts = async (
  services: Pick<Services, 'handlers' | 'streams' | 'models' | 'settingsOf' | 'now'>,
  studioId: string,
  undone: readonly UndoneStream[],
) => {
  const ofSchedules = undone.filter(({ stream }) => parseStreamName(stream).category === scheduleEvents.name);
  const returned = ofSchedules.flatMap((one) =>
    returnedBy(one).map((lesson) => [entityOf(one.stream), lesson] as const),
  );
  if (returned.length === 0) return [];
  const [all, { today }, titleOf, closures] = await Promise.all([
    allSchedules(services, studioId),
    studioNow(services, studioId),
    lessonTitles(services, studioId),
    closuresNow(services, studioId),
  ]);
  const pause = pauses();
  const placed: Placed[] = [];
  const rowsOf = new Map<string, readonly Lesson[]>();
  for (const [teacherId, { state }] of all) {
    const rows = [...state.lessons.values()];
    rowsOf.set(teacherId, rows);
    for (const lesson of rows) placed.push({ teacherId, lesson });
    await pause();
  }
  const closing = closingFor(closures, '', placed);
  const ofStudent = Map.groupBy(placed, ({ lesson }) => lesson.studentId);
  const conflicts: Conflict[] = [];
  for (const [teacherId, lesson] of returned) {
    await pause();
    const isThere = isDeepStrictEqual(all.get(teacherId)?.state.lessons.get(lesson.lessonId), lesson);
    const isComing = lesson.date === null || lesson.date >= today;
    if (!isThere || !isComing || lesson.status === 'cancelled') continue;
    const elsewhere = (studentId: string): Lesson[] =>
      (ofStudent.get(studentId) ?? []).filter((one) => one.teacherId !== teacherId).map((one) => one.lesson);
    // What comes back over a held time has ended the question.
    const busy = { today, now: services.now(), elsewhere, heldElsewhere: () => [], titleOf, ...closing };
    conflicts.push(...conflictsAmong(lesson, rowsOf.get(teacherId) ?? [], busy));
  }
  const first = new Map(conflicts.toReversed().map((conflict) => [conflict.lesson.lessonId, conflict]));
  return [...first.values()].map((conflict) => conflictView(conflict, { titleOf })).toReversed();
};
