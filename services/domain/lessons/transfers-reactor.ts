import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { entityOf } from '@rondo/contracts/events/stream-name.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { Reactor } from '@rondo/projections/runner/read-model.ts';
import { reactionTo } from '../../platform/commands/aggregate.ts';
import type { Loaded } from '../../platform/commands/command-handler.ts';
import type { Services } from '../../platform/kit/services.ts';
import { adoptMissed, refuseOnItsWay, releaseLesson } from '../schedule/edit/transfer.ts';
import { allSchedules } from '../schedule/lookup/student-times.ts';
import { onSchedule, scheduleHistory } from '../schedule/schedules.ts';
import type { ScheduleState } from '../schedule/state.ts';

type Entry = readonly [teacherId: string, loaded: Loaded<ScheduleState>];

/** True when another schedule has taken a series over under a new id, and this one has not yet released it. */
const isTakenOver = async (
  services: Pick<Services, 'store'>,
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
  return (await scheduleHistory(services, studioId, to)).some(({ event }) => {
    if (event.type !== 'LessonTakenOver') return false;
    const { lesson, leaves, validTo } = event.data;
    if (event.data.from !== from || leaves !== lessonId || !parts.has(lesson.lessonId)) return false;
    return row.validTo === null || validTo === null || row.validTo > validTo;
  });
};

/**
 * The teacher who has a lesson, as of the log; undefined if none has. A lesson in transit between teachers cannot be transferred again.
 * @throws RuleBroken
 */
export const ownerInLog = async (
  services: Pick<Services, 'handlers' | 'store' | 'streams'>,
  studioId: string,
  lessonId: string,
): Promise<string | undefined> => {
  const all = [...(await allSchedules(services, studioId))];
  const [owner, second] = all.filter(([, { state }]) => state.lessons.has(lessonId));
  if (!owner) return undefined;
  if (second) return refuseOnItsWay();
  for (const other of all)
    if (other !== owner && (await isTakenOver(services, studioId, owner, other, lessonId))) return refuseOnItsWay();
  return owner[0];
};

const read = eventReader(scheduleEvents);

const concerned = new Set(['LessonTakenOver', 'LessonReleased']);

type Transferred = {
  readonly from: string;
  readonly leaves: string;
  readonly seen: number;
  readonly to: string;
  readonly takenAs: string;
};

/**
 * Checked in the log, in addition to the schedule's memory of commands: a lesson released twice would look as if it had been deleted in
 * between.
 */
const isReleased = async (
  services: Pick<Services, 'store'>,
  studioId: string,
  { from, leaves, seen, to, takenAs }: Transferred,
): Promise<boolean> =>
  (await scheduleHistory(services, studioId, from)).some(
    ({ event, revision: at }) =>
      at > seen &&
      event.type === 'LessonReleased' &&
      event.data.lessonId === leaves &&
      event.data.takenAs === takenAs &&
      event.data.to === to,
  );

/**
 * Releases a lesson that was taken over from its former schedule, and sends on what changed there in between. Command ids derive from the
 * event, so that a killed run can be repeated with one effect.
 */
export const transfersReactor = (services: Pick<Services, 'handlers' | 'store'>): Reactor<'transfers'> => ({
  name: 'transfers',
  version: 1,
  categories: ['schedule'],
  tables: [],
  on: ({ type }) => (concerned.has(type) ? { reads: [], changes: () => [] } : null),
  react: async (recorded) => {
    const { studioId } = recorded.metadata;
    const event = read(recorded);
    if (event.type === 'LessonTakenOver') {
      const { lesson, occurrences, from, leaves, validTo, seen } = event.data;
      const to = entityOf(recorded.stream);
      const takenAs = lesson.lessonId;
      if (await isReleased(services, studioId, { from, leaves, seen, to, takenAs })) return;
      const brought = occurrences.map(({ lessonId }) => lessonId);
      const release = { leaves, validTo, seen, takenAs, to, brought };
      await onSchedule(services, reactionTo(recorded, 'transfers', 'release'), from, {
        input: { leaves, validTo, seen, takenAs, to },
        decide: releaseLesson(release),
      });
    }
    if (event.type === 'LessonReleased') {
      const { to, takenAs, lessonId: leaves, missed, deleted } = event.data;
      if (missed.length === 0 && deleted.length === 0) return;
      await onSchedule(services, reactionTo(recorded, 'transfers', 'send on'), to, {
        input: deleted.length === 0 ? { takenAs, missed } : { takenAs, missed, deleted },
        decide: adoptMissed({ takenAs, leaves, missed, deleted }),
      });
    }
  },
});
