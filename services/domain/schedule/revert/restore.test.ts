import { nextMonday, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence } from '@rondo/contracts/calendar/rows.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DomainError } from '../../../platform/kit/errors.ts';
import { PlanOutdated } from '../plan/fixed.ts';
import {
  isRestored,
  restoreGains,
  restoreHeader,
  restoreLosses,
  restorePlan,
  scheduleGoals,
  type ScheduleGoal,
} from './restore.ts';
import { scheduleAggregate } from '../schedule-aggregate.ts';
import type { ScheduleState } from '../state.ts';
import { randomHistory, type RandomCommand } from '../testing/random-history.ts';
import { shownIn } from '../testing/shown.ts';
import { samePlan } from './undo.ts';

/** The same histories at every run; other ones: `HISTORIES=5000 SEED=7 npm run test:unit -- schedule/restore`. */
const histories = Number(process.env['HISTORIES'] ?? 300);
const seed = Number(process.env['SEED'] ?? 1);

const [firstDay, lastDay] = ['2026-11-02', '2027-02-14'];

/** What takes place from one day to another, whatever the rows. */
const lessonsIn = (
  state: ScheduleState,
  from: IsoDate,
  to: IsoDate,
  counts: (originalDate: IsoDate) => boolean = () => true,
): string[] =>
  shownIn(state, from, to)
    .filter(({ lesson, originalDate }) => lesson.status !== 'cancelled' && counts(originalDate))
    .map(({ date, lesson: { studentId, eventTitle, start } }) => `${date} ${studentId ?? eventTitle} ${start}`)
    .toSorted();

const evolved = (state: ScheduleState, events: readonly ScheduleEvent[]): ScheduleState =>
  events.reduce(
    (so, event) => scheduleAggregate.evolve(so, event, { revision: so.revisions.size, recordedAt: '' }),
    scheduleAggregate.copy?.(state) ?? state,
  );

const after = (state: ScheduleState, { decide }: ReturnType<RandomCommand>): ScheduleState => {
  try {
    return evolved(state, decide(state));
  } catch (error) {
    if (error instanceof DomainError || error instanceof PlanOutdated) return state;
    throw error;
  }
};

const steps = [
  (goal: ScheduleGoal) => restoreHeader(goal, { restoreId: 'restore', asOf: '2026-11-23T15:00:00.000000Z' }),
  restoreLosses,
  restoreGains,
  restorePlan,
];

type When = { readonly today: IsoDate; readonly day: IsoDate; readonly name?: string };

/** Restores one schedule, or several that share their lessons. */
const restored = (
  schedules: ReadonlyMap<string, { now: ScheduleState; past: ScheduleState }>,
  { today, day, name = 'restore' }: When,
): Map<string, ScheduleState> => {
  const goals = scheduleGoals(schedules, {
    today,
    day,
    newIdOf: (id) => `${id} after ${name}`,
    reportIdOf: (teacherId) => `report of ${teacherId} after ${name}`,
  });
  return new Map(
    [...schedules].map(([teacherId, { now }]) => {
      const goal = goals.get(teacherId);
      if (!goal) throw new Error(`No goal for ${teacherId}.`);
      const state = steps.reduce((so, step) => evolved(so, step(goal)(so)), now);
      expect(isRestored(state, goal), 'a restore that is carried out has nothing left to do').toBe(true);
      return [teacherId, state];
    }),
  );
};

const restoredOne = (now: ScheduleState, past: ScheduleState, when: When): ScheduleState => {
  const state = restored(new Map([['Dana', { now, past }]]), when).get('Dana');
  if (!state) throw new Error('Dana has no schedule.');
  return state;
};

const unnamed = ({ lessons }: ScheduleState) =>
  [...lessons.values()].map(({ reportId: _, ...row }) => row).toSorted((a, b) => (a.lessonId < b.lessonId ? -1 : 1));

const dangling = ({ lessons, plan }: ScheduleState): string[] => {
  const bases = new Set(
    [...(plan?.entries.values() ?? [])].flatMap((entry) => entry.bases.map(({ lesson }) => lesson.lessonId)),
  );
  return [...lessons.values()]
    .filter(isOccurrence)
    .filter(({ seriesId }) => !lessons.has(seriesId) && !bases.has(seriesId))
    .map(({ lessonId }) => lessonId);
};

test('restoring random histories gives the lessons of the moment from next week on, keeps the past, and can be restored back exactly', () =>
  fc.assert(
    fc.property(randomHistory, fc.nat(), (history, chosen) => {
      const states = history.reduce<{ state: ScheduleState; today: IsoDate }[]>(
        (so, make, n) => {
          const command = make(n);
          const before = so.at(-1)?.state ?? scheduleAggregate.initialState();
          return [...so, { state: after(before, command), today: command.today }];
        },
        [{ state: scheduleAggregate.initialState(), today: firstDay }],
      );
      const moment = states[chosen % states.length];
      const present = states.at(-1);
      if (!moment || !present) throw new Error('There is no history.');
      const [then, now, today] = [moment.state, present.state, present.today];
      const back = restoredOne(now, then, { today, day: moment.today });
      const eve = lessonsIn(now, firstDay, lastDay).filter((one) => one < today);
      expect(lessonsIn(back, firstDay, lastDay).filter((one) => one < today)).toEqual(eve);
      const nextWeek = nextMonday(today);
      // A lesson of a day that has passed stays postponed, and one that took place early is not repeated.
      const early = new Set(
        [now, then].flatMap((state) => shownIn(state, firstDay, today).flatMap(({ originalDate }) => originalDate)),
      );
      const counts = (date: IsoDate): boolean => date >= today && !early.has(date);
      expect(lessonsIn(back, nextWeek, lastDay, counts)).toEqual(lessonsIn(then, nextWeek, lastDay, counts));
      expect(dangling(back).filter((id) => !dangling(now).includes(id) && !dangling(then).includes(id))).toEqual([]);
      expect(back.plan === null).toBe(then.plan === null);
      const again = restoredOne(back, now, { today, day: today, name: 'restoring back' });
      expect(unnamed(again)).toEqual(unnamed(now));
      expect(
        again.plan === null
          ? now.plan === null
          : samePlan({ ...again.plan, startsOn: '' }, now.plan && { ...now.plan, startsOn: '' }),
      ).toBe(true);
    }),
    { numRuns: histories, seed },
  ));
