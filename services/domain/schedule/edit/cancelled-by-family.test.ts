import type { Cancellation } from '@rondo/contracts/policy/policy.ts';
import { describe, expect, test } from 'vitest';
import { neverClosed } from '@rondo/contracts/calendar/closures/closures.ts';
import { asRejected } from '../plan/as-rejected.ts';
import { acceptPlan, rejectPlan } from '../plan/plan-decision.ts';
import { optimizeSchedule } from '../plan/plan.ts';
import { Log, undo } from '../testing/batches.ts';
import { acceptedWeek, firstRun, mon, run, slot, today } from '../testing/week.ts';
import { cancelByFamily } from './cancelled-by-family.ts';

const cancellation: Cancellation = {
  by: 'family',
  at: '2026-11-23T15:00:00.000000Z',
  noticeAt: '2026-11-23T15:00:00.000000Z',
  noticeMinutes: 1440,
  outcome: null,
  tier: null,
  policyId: null,
  chosen: false,
  reason: null,
  onPage: true,
  message: null,
};

/** Ann’s Mondays, seen on the page as A1; the plan has B1 for her. */
const offOn = (originalDate: string, lessonId = 'A1') =>
  cancelByFamily({
    target: { lessonId, originalDate },
    occurrenceId: 'F',
    today,
    timeZone: 'America/Chicago',
    now: Date.parse('2026-11-22T15:00:00Z'),
    closedOn: neverClosed,
    record: () => cancellation,
  });

const date = '2026-12-07';
const pending = Log.of(acceptedWeek).after(optimizeSchedule(firstRun));
const statusIn = ({ state }: Log, id = 'F') => state.lessons.get(id)?.status;

describe('a date that a pending plan replaces, cancelled by the family', () => {
  const off = pending.after(offOn(date));

  test('is cancelled on the page and in the plan, in one append', () => {
    expect(off.last.events.map(({ type }) => type)).toEqual(['PlanCorrected', 'LessonCancelled']);
    expect(off.state.lessons.get('F')).toMatchObject({ seriesId: 'B1', status: 'cancelled', cancellation });
    expect(asRejected(off.state, today).lessons.get('F')).toMatchObject({
      seriesId: 'A1',
      date,
      status: 'cancelled',
      cancellation,
    });
    expect(off.after(offOn(date)).last.events).toEqual([]);
  });

  test('stays cancelled whatever is decided', () => {
    expect(off.after(acceptPlan({ reportId: 'P1', today })).state.lessons.get('F')).toMatchObject({ seriesId: 'B1' });
    expect(statusIn(off.after(acceptPlan({ reportId: 'P1', today })))).toBe('cancelled');
    const rejected = off.after(rejectPlan({ reportId: 'P1', today }));
    expect(rejected.state.lessons.get('F')).toMatchObject({ seriesId: 'A1', date, status: 'cancelled', cancellation });
  });

  test('takes place again, on the page and in the plan, when that is undone', () => {
    const undone = off.after(undo(off.last, 'P2'));
    expect(undone.state.lessons.has('F')).toBe(false);
    expect(asRejected(undone.state, today).lessons.has('F')).toBe(false);
    expect(undone.after(rejectPlan({ reportId: 'P1', today })).state.lessons.has('F')).toBe(false);
  });
});

test('a date in whose week the plan has no lesson says so itself, as no lesson does', () => {
  const tuesday = '2026-12-08';
  const without = Log.of(acceptedWeek).after(optimizeSchedule(run('P1', [slot('B1', 'Ann', mon, 16), 'Ben'])));
  const off = without.after(offOn(tuesday, 'A2'));
  expect(off.last.events).toMatchObject([
    { type: 'PlanCorrected', data: { cancelled: { lessonId: 'F', studentId: 'Ben', date: tuesday, cancellation } } },
  ]);
  expect(asRejected(off.state, today).lessons.get('F')).toMatchObject({ seriesId: 'A2', status: 'cancelled' });
  const both = pending.after(offOn(date)).last.events;
  expect(both).toMatchObject([{ data: { cancelled: null } }, { type: 'LessonCancelled' }]);
});

test('a date of no plan is cancelled by itself', () => {
  const off = Log.of(acceptedWeek).after(offOn(date));
  expect(off.last.events.map(({ type }) => type)).toEqual(['LessonCancelled']);
  expect(off.state.lessons.get('F')).toMatchObject({ seriesId: 'A1', date, status: 'cancelled' });
  expect(() => Log.of(acceptedWeek).after(offOn(date, 'nobody'))).toThrow('This is no longer on your page.');
});
