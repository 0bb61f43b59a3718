import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import type { MakesUp } from '@rondo/contracts/policy/policy.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { loadSchedule } from '../../schedule/schedules.ts';
import type { ScheduleState } from '../../schedule/state.ts';
import { closingFor, closuresNow } from '../../schedule/time-off/closures.ts';
import type { LessonServices } from '../around-commands.ts';

// A closed lesson that is moved to an open time.

/** What a lesson makes up for that moves out of a closure: nothing, if none is owed. @param named a date of a series; null: a single date */
export const owedFor = async (
  services: LessonServices,
  { studioId }: CommandContext,
  { lessonId, named, teacherId }: Record<'lessonId' | 'teacherId', string> & { readonly named: IsoDate | null },
): Promise<MakesUp | null> => {
  const [closures, { state }] = await Promise.all([
    closuresNow(services, studioId),
    loadSchedule(services, studioId, teacherId),
  ]);
  const row = state.lessons.get(lessonId);
  const date = named ?? row?.date ?? null;
  if (!row || date === null) return null;
  const by = closingFor(closures, teacherId).closedOn(row, date);
  if (by?.money !== 'owed') return null;
  const { makesUp } = row;
  return { date: makesUp?.date ?? date, until: by.until ?? null, by: 'closure', chosen: makesUp?.chosen ?? false };
};

/** A decision whose moved date makes up for another. */
export const makingUp =
  (owed: MakesUp, decide: (state: ScheduleState) => ScheduleEvent[]) =>
  (state: ScheduleState): ScheduleEvent[] =>
    decide(state).map((event) => {
      if (event.type === 'LessonEdited')
        return { ...event, data: { ...event.data, lesson: { ...event.data.lesson, makesUp: owed } } };
      return event.type === 'LessonRescheduled'
        ? { ...event, data: { ...event.data, lesson: { ...event.data.lesson, makesUp: owed } } }
        : event;
    });
