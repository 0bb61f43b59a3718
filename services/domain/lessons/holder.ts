import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Loaded } from '../../platform/commands/command-handler.ts';
import type { Schedules } from '../schedule/schedules.ts';
import type { ScheduleState } from '../schedule/state.ts';
import type { StudentTimes } from '../schedule/lookup/student-times.ts';
import { refuseOnItsWay } from '../schedule/edit/transfer.ts';

type Entry = readonly [teacherId: string, loaded: Loaded<ScheduleState>];

/** True when another schedule has taken a series over under a new id, and this one has not yet released it. */
const isTaken = async (
  schedules: Schedules,
  studioId: string,
  [from, { state }]: Entry,
  [to, other]: Entry,
  lessonId: string,
): Promise<boolean> => {
  const row = state.lessons.get(lessonId);
  if (!row || !isWeekly(row)) return false;
  const parts = new Set(
    [...other.state.lessons.values()].filter((part) => part.continues === lessonId).map((part) => part.lessonId),
  );
  if (parts.size === 0) return false;
  const past = await schedules.past(studioId, to);
  return past.some(({ event }) => {
    if (event.type !== 'LessonTakenOver') return false;
    const { lesson, leaves, validTo } = event.data;
    if (event.data.from !== from || leaves !== lessonId || !parts.has(lesson.lessonId)) return false;
    return row.validTo === null || validTo === null || row.validTo > validTo;
  });
};

/**
 * The schedule that has a lesson, as of the log; undefined if none has. A lesson in transit between teachers cannot be transferred again.
 * @throws RuleBroken
 */
export const holderOf = async (
  { schedules, times }: { schedules: Schedules; times: StudentTimes },
  studioId: string,
  lessonId: string,
): Promise<string | undefined> => {
  const all = [...(await times.all(studioId))];
  const [holder, second] = all.filter(([, { state }]) => state.lessons.has(lessonId));
  if (!holder) return undefined;
  if (second) return refuseOnItsWay();
  for (const other of all)
    if (other !== holder && (await isTaken(schedules, studioId, holder, other, lessonId))) return refuseOnItsWay();
  return holder[0];
};
