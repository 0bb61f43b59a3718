import type { DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { describe, expect, test } from 'vitest';
import { RuleBroken } from '../../platform/kit/errors.ts';
import { clearSchedule } from './edit/deletion.ts';
import { acceptPlan, rejectPlan } from './plan/plan-decision.ts';
import { optimizeSchedule } from './plan/plan.ts';
import type { ScheduleState } from './state.ts';
import { Log, undo } from './testing/batches.ts';
import { cancel, edit, move, remove } from './testing/commands.ts';
import { timetable } from './testing/timetable.ts';
import { entry, fri, mon, run, seriesIn, slot, acceptedWeek, weekFrom, today, tue } from './testing/week.ts';

const wednesday = '2026-11-25';
const nextWednesday = '2026-12-02';

const taking = ({ lessons }: ScheduleState, to = '2026-12-18', from = '2026-11-23') =>
  timetable(lessons.values(), from, to);
const of = (student: string, lines: string[]) => lines.filter((line) => line.includes(` ${student} `));
const editSeries = (lessonId: string, changes: { dayOfWeek?: DayOfWeek; start?: number }, day = today) =>
  edit(lessonId, { today: day, newId: `${lessonId}+`, scope: 'series', changes });
const moveTo = (lessonId: string, lessonDate: string) => move(lessonId, { newId: `${lessonId}~`, lessonDate });
const start = Log.of(acceptedWeek);
const every = (dayOfWeek: typeof mon | typeof tue, validFrom = today) =>
  ({ kind: 'weekly', dayOfWeek, validFrom }) as const;
const on = (date: string) => ({ kind: 'dated', date }) as const;

describe('undoing weeks later', () => {
  test('ends a created weekly lesson from today on; what was taught stays', () => {
    const done = start.after(entry('M', { when: every(tue) }));
    const undone = done.on(nextWednesday).after(undo(done.last, 'P9', nextWednesday));
    expect(of('Eve', taking(undone.state))).toEqual(['2026-11-24 Eve 16', '2026-12-01 Eve 16']);
    expect(undone.last.events[1]).toMatchObject({
      type: 'LessonEnded',
      data: { lessonId: 'M', validTo: '2026-12-01' },
    });
  });

  test('restores a deleted series from today on; the dates between did not take place', () => {
    const done = start.after(remove('A2'));
    const undone = done.on(nextWednesday).after(undo(done.last, 'P9', nextWednesday));
    expect(of('Ben', taking(undone.state))).toEqual(['2026-12-08 Ben 15', '2026-12-15 Ben 15']);
    expect(seriesIn(undone.state, 'A2')).toMatchObject({ validTo: null, skips: ['2026-11-24', '2026-12-01'] });
  });

  test('restores a divided series’ old time from today on', () => {
    const done = start.after(editSeries('A2', { start: 18 * 60 }));
    const undone = done.on(nextWednesday).after(undo(done.last, 'P9', nextWednesday));
    expect(of('Ben', taking(undone.state, '2026-12-18', '2026-11-16'))).toEqual([
      '2026-11-17 Ben 15',
      '2026-11-24 Ben 18',
      '2026-12-01 Ben 18',
      '2026-12-08 Ben 15',
      '2026-12-15 Ben 15',
    ]);
  });

  test('keeps the id of a series that was changed in place for the dates that took place', () => {
    const made = start.after(entry('M', { when: every(tue) }));
    const edited = made.after(editSeries('M', { start: 18 * 60 }));
    const undone = edited.on(nextWednesday).after(undo(edited.last, 'P9', nextWednesday));
    expect(of('Eve', taking(undone.state))).toEqual([
      '2026-11-24 Eve 18',
      '2026-12-01 Eve 18',
      '2026-12-08 Eve 16',
      '2026-12-15 Eve 16',
    ]);
    expect(seriesIn(undone.state, 'M')).toMatchObject({ start: 18 * 60, validTo: '2026-12-01' });
    const both = undone.after(undo(made.last, 'P9', nextWednesday));
    expect(of('Eve', taking(both.state))).toEqual(['2026-11-24 Eve 18', '2026-12-01 Eve 18']);
  });

  test('reverts a past date that the batch itself created, cancelled or deleted', () => {
    const past = start.after(
      entry('D', { when: on('2026-11-10') }),
      cancel('A2', '2026-11-17'),
      remove('A3', '2026-11-18'),
    );
    const undone = past.steps.reduceRight(
      (log, step) => log.after(undo(step, 'P9', nextWednesday)),
      past.on(nextWednesday),
    );
    expect(taking(undone.state, '2026-12-18', '2026-11-01')).toEqual(taking(start.state, '2026-12-18', '2026-11-01'));
  });

  test('leaves a single date unchanged once it has passed', () => {
    const commands = [entry('D', { when: on('2026-11-24') }), cancel('A2', '2026-11-24'), remove('A2', '2026-11-24')];
    for (const command of commands) {
      const done = start.after(command);
      const undone = done.on(nextWednesday).after(undo(done.last, 'P9', nextWednesday));
      expect(taking(undone.state)).toEqual(taking(done.state));
    }
  });

  test('leaves a postponed lesson in place once its original day has passed', () => {
    const made = start.after(entry('D', { when: on('2026-11-24') }));
    const moved = made.after(moveTo('D', '2026-12-10'));
    const undone = moved.on(nextWednesday).after(undo(moved.last, 'P9', nextWednesday));
    expect(of('Eve', taking(undone.state))).toEqual(['2026-12-10 Eve 16']);
  });

  test('an undo restores the lesson from today on', () => {
    const made = start.after(entry('M', { when: every(tue) }));
    const undone = made.on(wednesday).after(undo(made.last, 'P9', wednesday));
    const again = undone.on(nextWednesday).after(undo(undone.last, 'P9', nextWednesday));
    expect(of('Eve', taking(again.state))).toEqual(['2026-11-24 Eve 16', '2026-12-08 Eve 16', '2026-12-15 Eve 16']);
  });

  test('is rejected for later changes from today on, but not for changes to past days', () => {
    const done = start.after(editSeries('A2', { start: 18 * 60 }));
    const passed = done.after(cancel('A2+', '2026-11-24')).on(nextWednesday);
    const undone = passed.after(undo(done.last, 'P9', nextWednesday));
    expect(of('Ben', taking(undone.state))).toEqual(['2026-12-01 Ben 18', '2026-12-08 Ben 15', '2026-12-15 Ben 15']);
    const coming = done.after(cancel('A2+', '2026-12-08')).on(nextWednesday);
    expect(() => coming.after(undo(done.last, 'P9', nextWednesday))).toThrow('Ben has changed since');
    expect(() => coming.after(undo(done.last, 'P9', nextWednesday))).toThrow(RuleBroken);
  });
});

describe('undoing in the week of a change-over', () => {
  test('a run whose lesson took place: the old series skips that week', () => {
    const friday = Log.of([]).after(
      optimizeSchedule(run('P0', [slot('A1', 'Ann', fri, 15)], '2026-09-07')),
      acceptPlan({ reportId: 'P0', today }),
    );
    const planned = friday.after(optimizeSchedule(run('P1', [slot('B1', 'Ann', mon, 16)])));
    const undone = planned.on(wednesday).after(undo(planned.last, 'P9', wednesday));
    expect(taking(undone.state, '2026-12-05')).toEqual(['2026-11-23 Ann 16', '2026-12-04 Ann 15']);
    expect(seriesIn(undone.state, 'B1').status).toBe('scheduled');
    expect(undone.state.reports.get('P1')).toBe('undone');
    const rejected = planned.on(wednesday).after(rejectPlan({ reportId: 'P1', today: wednesday }));
    expect(taking(undone.state)).toEqual(taking(rejected.state));
  });

  test('a run whose lesson is still in the future while the old date has passed: the new series keeps that week', () => {
    const planned = start.after(optimizeSchedule(run('P1', [slot('B1', 'Ann', fri, 16)])));
    const undone = planned.on(wednesday).after(undo(planned.last, 'P9', wednesday));
    expect(of('Ann', taking(undone.state, '2026-12-05'))).toEqual(['2026-11-27 Ann 16', '2026-11-30 Ann 15']);
  });

  test('a rejection: dates that the old series taught since then stay with it', () => {
    const rejected = start.after(
      optimizeSchedule(run('P1', [slot('B1', 'Ann', fri, 16)])),
      rejectPlan({ reportId: 'P1', today }),
    );
    const undone = rejected.on(nextWednesday).after(undo(rejected.last, 'P9', nextWednesday));
    expect(of('Ann', taking(undone.state, '2026-12-12'))).toEqual([
      '2026-11-23 Ann 15',
      '2026-11-30 Ann 15',
      '2026-12-11 Ann 16',
    ]);
    expect(weekFrom(undone.state, nextWednesday)).toContain('B1 Fri 16 optimized optimized');
  });

  test('a series that was moved in place: its new date of that week stays if the old one has passed', () => {
    const made = start.after(entry('M', { when: every(mon) }));
    const edited = made.after(editSeries('M', { dayOfWeek: fri }));
    expect(of('Eve', taking(edited.state, '2026-12-05'))).toEqual(['2026-11-27 Eve 16', '2026-12-04 Eve 16']);
    const undone = edited.on(wednesday).after(undo(edited.last, 'P9', wednesday));
    expect(of('Eve', taking(undone.state, '2026-12-08'))).toEqual([
      '2026-11-27 Eve 16',
      '2026-11-30 Eve 16',
      '2026-12-07 Eve 16',
    ]);
  });

  test('an edited series keeps one lesson in that week', () => {
    const made = start.after(entry('M', { when: { kind: 'weekly', dayOfWeek: fri, validFrom: '2026-11-09' } }));
    const edited = made.after(editSeries('M', { dayOfWeek: mon }));
    const undone = edited.on(wednesday).after(undo(edited.last, 'P9', wednesday));
    expect(of('Eve', taking(undone.state, '2026-12-05'))).toEqual(['2026-11-23 Eve 16', '2026-12-04 Eve 16']);
  });
});

describe('a change since the batch', () => {
  test('is not an undone batch: two edits of one lesson are undone newest first', () => {
    const first = start.after(editSeries('A2', { start: 18 * 60 }));
    const second = first.after(editSeries('A2+', { start: 19 * 60 }));
    const both = second.after(undo(second.last), undo(first.last));
    expect(both.state.lessons).toEqual(start.state.lessons);
  });

  test('is not an undone batch, though its past dates stay', () => {
    const first = start.after(entry('M', { when: every(tue) }));
    const second = first.on('2026-11-30').after(editSeries('M', { start: 19 * 60 }, '2026-11-30'));
    const later = '2026-12-09';
    const one = second.on(later).after(undo(second.last, 'P9', later));
    expect(of('Eve', taking(one.state))).toEqual([
      '2026-11-24 Eve 16',
      '2026-12-01 Eve 19',
      '2026-12-08 Eve 19',
      '2026-12-15 Eve 16',
    ]);
    const none = one.after(undo(first.last, 'P9', later));
    expect(of('Eve', taking(none.state))).toEqual(['2026-11-24 Eve 16', '2026-12-01 Eve 19', '2026-12-08 Eve 19']);
  });

  test('is not an undone cancellation that preceded the edit of its series', () => {
    const off = start.after(cancel('A2', '2026-12-01'));
    const edited = off.after(edit('A2', { scope: 'series', changes: { start: 18 * 60 }, originalDate: '2026-12-08' }));
    const both = edited.after(undo(off.last), undo(edited.last));
    expect(both.state.lessons).toEqual(start.state.lessons);
  });

  test('is not a change that was reverted by hand', () => {
    const made = start.after(entry('M', { when: on('2026-12-04') }));
    const back = made.after(moveTo('M', '2026-12-10'), moveTo('M', '2026-12-04'));
    expect(back.after(undo(made.last)).state.lessons).toEqual(start.state.lessons);
  });

  test('includes a batch that was undone and redone', () => {
    const first = start.after(editSeries('A2', { start: 18 * 60 }));
    const second = first.after(cancel('A2+', '2026-12-01'));
    const again = second.after(undo(second.last));
    const redone = again.after(undo(again.last));
    expect(() => redone.after(undo(first.last))).toThrow('Ben has changed since');
    expect(redone.after(undo(second.last), undo(first.last)).state.lessons).toEqual(start.state.lessons);
  });

  test('is not a plan restored under another report: run, acceptance and clearing are undone newest first', () => {
    const planned = start.after(optimizeSchedule(run('P1', [slot('B1', 'Ann', fri, 16)])));
    const accepted = planned.after(acceptPlan({ reportId: 'P1', today }));
    const cleared = accepted.after(clearSchedule({ kinds: ['optimized'], today }));
    const all = cleared.after(undo(cleared.last), undo(accepted.last, 'P8'), undo(planned.last));
    expect(all.state.lessons).toEqual(start.state.lessons);
    expect(all.state.plan).toBeNull();
    expect(all.state.reports.get('P8')).toBe('undone');
  });
});
