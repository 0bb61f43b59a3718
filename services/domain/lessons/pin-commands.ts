import type { RequestOf, ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import type { pinLessons as pinCall } from '@rondo/contracts/api/planner.ts';
import type { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { lastPinDay, pinEnds } from '@rondo/contracts/lessons/pins.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { InvalidInput } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import { allSchedules } from '../schedule/lookup/student-times.ts';
import { pinEach, type Pinned } from '../schedule/plan/pins.ts';
import { loadSchedule, onSchedule } from '../schedule/schedules.ts';
import type { ScheduleState } from '../schedule/state.ts';
import { studioNow } from '../studio/clock.ts';

type PinServices = Pick<Services, 'handlers' | 'streams' | 'settingsOf' | 'now'>;

/** True for a schedule that has a lesson, or whose pending plan replaces it. */
const knows = ({ lessons, plan }: ScheduleState, lessonId: string): boolean =>
  lessons.has(lessonId) ||
  [...(plan?.entries.values() ?? [])].some(({ bases }) => bases.some(({ lesson }) => lesson.lessonId === lessonId));

/**
 * Pins several weekly lessons, or unpins them: one append a schedule, all in one batch.
 * @throws InvalidInput for a pin that ends in the past or in more than three years
 */
export const pinLessons = async (
  services: PinServices,
  context: CommandContext,
  { lessonIds, pinned, until = null }: RequestOf<typeof pinCall>['body'],
): Promise<ResponseOf<typeof pinCall> & { executed: Executed<typeof scheduleEvents>[] }> => {
  const { studioId } = context;
  const { today } = await studioNow(services, studioId);
  if (pinned && until !== null && (until < today || until > lastPinDay(today))) throw new InvalidInput(pinEnds);
  const schedules = await allSchedules(services, studioId);
  const ownerOf = (id: string) => [...schedules].find(([, { state }]) => knows(state, id))?.[0];
  const byTeacher = Map.groupBy(lessonIds, ownerOf);
  const executed: Executed<typeof scheduleEvents>[] = [];
  const outcomes: Pick<Pinned, 'done' | 'failed'>[] = [];
  for (const [teacherId, own] of byTeacher) {
    if (teacherId === undefined) {
      outcomes.push({ done: [], failed: own.map((id) => ({ id, message: 'There is no such lesson.' })) });
      continue;
    }
    const pinning = { lessonIds: own, pin: pinned ? { until } : null, today };
    const decided: { outcome?: Pinned } = {};
    const answer = await onSchedule(services, context, teacherId, {
      input: { lessonIds: own, pin: pinning.pin },
      decide: (state) => {
        decided.outcome = pinEach(state, pinning);
        return [...decided.outcome.events];
      },
    });
    executed.push(answer);
    // A repeated command decides nothing: what it did is what the schedule has now.
    outcomes.push(decided.outcome ?? pinEach((await loadSchedule(services, studioId, teacherId)).state, pinning));
  }
  const inOrder = <T>(list: readonly T[], idOf: (one: T) => string): T[] =>
    list.toSorted((a, b) => lessonIds.indexOf(idOf(a)) - lessonIds.indexOf(idOf(b)));
  return {
    done: inOrder(
      outcomes.flatMap(({ done }) => done),
      (id) => id,
    ),
    failed: inOrder(
      outcomes.flatMap(({ failed }) => failed),
      ({ id }) => id,
    ),
    executed,
  };
};
