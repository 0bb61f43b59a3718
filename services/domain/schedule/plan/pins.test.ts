import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { describe, expect, test } from 'vitest';
import { Log, undo } from '../testing/batches.ts';
import { cancel, edit } from '../testing/commands.ts';
import { acceptedWeek, firstRun, today, tue } from '../testing/week.ts';
import { PlanOutdated } from './fixed.ts';
import { pinEach } from './pins.ts';
import { acceptPlan, rejectPlan } from './plan-decision.ts';
import { optimizeSchedule } from './plan.ts';

const later = { ...firstRun, startsOn: '2026-11-30' };
const pinned =
  (lessonIds: readonly string[], until: string | null = null) =>
  (state: Parameters<typeof pinEach>[0]): ScheduleEvent[] => [
    ...pinEach(state, { lessonIds, pin: { until }, today }).events,
  ];
const accepted = Log.of(acceptedWeek);

describe('a run', () => {
  test('is outdated by a pin that was set while it was solved, unless the pin ends before its first day', () => {
    expect(() => accepted.after(pinned(['A1'])).after(optimizeSchedule(later))).toThrow(PlanOutdated);
    expect(() => accepted.after(pinned(['A1'], '2026-11-30')).after(optimizeSchedule(later))).toThrow(PlanOutdated);
    const planned = accepted.after(pinned(['A1'], '2026-11-29')).after(optimizeSchedule(later));
    expect(planned.state.lessons.get('A1')?.pin).toBeNull();
    const back = planned.after(rejectPlan({ reportId: firstRun.reportId, today }));
    expect(back.state.lessons.get('A1')).toMatchObject({ validTo: null, pin: { until: '2026-11-29' } });
  });

  test('keeps the pin of a pending lesson when it is accepted', () => {
    const planned = accepted.after(optimizeSchedule(firstRun)).after(pinned(['B1']));
    const done = planned.after(acceptPlan({ reportId: firstRun.reportId, today }));
    expect(done.state.lessons.get('B1')).toMatchObject({ status: 'scheduled', pin: { until: null } });
  });
});

test('a pin follows the part of a series that goes on, and undo takes it back to the whole', () => {
  const divided = accepted
    .after(pinned(['A1']))
    .after(edit('A1', { newId: 'A1+', scope: 'series', changes: { dayOfWeek: tue }, originalDate: '2026-11-30' }));
  expect(divided.state.lessons.get('A1')?.pin).toBeNull();
  expect(divided.state.lessons.get('A1+')?.pin).toEqual({ until: null });
  const undone = divided.after(undo(divided.last, 'again'));
  expect(undone.state.lessons.get('A1')).toMatchObject({ validTo: null, pin: { until: null } });
});

test('a single date of a pinned lesson has no pin', () => {
  const { state } = accepted.after(pinned(['A1'])).after(cancel('A1', '2026-11-30'));
  const single = [...state.lessons.values()].find(({ seriesId }) => seriesId === 'A1');
  expect(single).toMatchObject({ status: 'cancelled', pin: null });
  expect(pinEach(state, { lessonIds: [single?.lessonId ?? ''], pin: { until: null }, today }).failed).toEqual([
    { id: single?.lessonId, message: 'Only a weekly lesson can be pinned.' },
  ]);
});
