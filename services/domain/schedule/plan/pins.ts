import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import type { Lesson, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { isPinnedFor, type Pin } from '@rondo/contracts/lessons/pins.ts';
import { DomainError, RuleBroken } from '../../../platform/kit/errors.ts';
import { refuseReplaced, rowOf } from '../rows.ts';
import type { ScheduleState } from '../state.ts';

/** True for an optimized weekly lesson that a run whose first day this is leaves where it is. */
export const staysPinned = (lesson: Lesson, firstDay: IsoDate): lesson is WeeklyLesson =>
  isWeekly(lesson) && lesson.source === 'optimized' && lastsTo(lesson, firstDay) && isPinnedFor(lesson, firstDay);

export type Pinning = {
  readonly lessonIds: readonly string[];
  /** Null: runs may move the lessons again. */
  readonly pin: Pin | null;
  readonly today: IsoDate;
};

/** @throws RuleBroken for a lesson that plans never move, or that has none of its dates left */
const refuseUnplanned = (row: Lesson, today: IsoDate): void => {
  if (!isWeekly(row)) throw new RuleBroken('Only a weekly lesson can be pinned.');
  if (row.source !== 'optimized')
    throw new RuleBroken(
      `Plans never move this lesson: it was ${row.source === 'actual' ? 'imported' : 'entered by hand'}.`,
    );
  if (!lastsTo(row, today)) throw new RuleBroken('This lesson has ended.');
};

const isSame = (one: Pin | null, other: Pin | null): boolean =>
  one === null || other === null ? one === other : one.until === other.until;

/** Pins or unpins one weekly lesson; a no-op if it is so already. @throws NotFound, RuleBroken */
const pinOne = (state: ScheduleState, lessonId: string, { pin, today }: Pinning): ScheduleEvent[] => {
  const row = rowOf(state, { lessonId, revision: undefined });
  if (pin !== null) refuseUnplanned(row, today);
  refuseReplaced(state, lessonId);
  if (isSame(row.pin, pin)) return [];
  return pin === null
    ? [{ type: 'LessonUnpinned', data: { lessonId } }]
    : [{ type: 'LessonPinned', data: { lessonId, until: pin.until } }];
};

/** What becomes of each lesson of one schedule, and the events of those that change. */
export type Pinned = {
  readonly done: readonly string[];
  readonly failed: readonly { readonly id: string; readonly message: string }[];
  readonly events: readonly ScheduleEvent[];
};

/** Pins or unpins each lesson, or says why it cannot be. */
export const pinEach = (state: ScheduleState, pinning: Pinning): Pinned => {
  const done: string[] = [];
  const failed: { id: string; message: string }[] = [];
  const events: ScheduleEvent[] = [];
  for (const id of pinning.lessonIds)
    try {
      events.push(...pinOne(state, id, pinning));
      done.push(id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      failed.push({ id, message: error.message });
    }
  return { done, failed, events };
};
