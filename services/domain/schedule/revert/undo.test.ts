import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DomainError, RuleBroken } from '../../../platform/kit/errors.ts';
import { specification } from '../../../testing/given.ts';
import { clearSchedule, deleteSeriesOf } from '../edit/deletion.ts';
import { acceptPlan, rejectPlan, withdrawGenerated } from '../plan/plan-decision.ts';
import { optimizeSchedule } from '../plan/plan.ts';
import { scheduleAggregate } from '../schedule-aggregate.ts';
import type { ScheduleState } from '../state.ts';
import { Log, undo, type Decide } from '../testing/batches.ts';
import { cancel, edit, move, remove, restore } from '../testing/commands.ts';
import {
  basesOf,
  entry,
  firstRun,
  rowIn,
  secondRun,
  seriesIn,
  acceptedWeek,
  weekFrom,
  today,
  tue,
} from '../testing/week.ts';

const { given } = specification(scheduleAggregate);

const series = (lessonId: string) =>
  edit(lessonId, {
    newId: `${lessonId}+`,
    scope: 'series',
    changes: { dayOfWeek: tue, start: 18 * 60 },
    originalDate: '2026-12-14',
  });
const cancelled = (lessonId: string, date: string) => cancel(lessonId, date, `O ${lessonId}`);
const commands: Record<string, Decide> = {
  'a new entry': entry('M'),
  'a cancelled date': cancelled('A1', '2026-11-30'),
  'a divided series': series('A1'),
  'a moved series': move('A2', { newId: 'A2~', start: 19 * 60 }),
  'a deleted date': remove('A3', '2026-11-25'),
  'a deleted series': remove('A4'),
  'a student’s deleted series': deleteSeriesOf({ studentId: 'Ann', today }),
  'a cleared schedule': clearSchedule({ kinds: ['optimized', 'manual'], today }),
};
const byId = ({ lessons }: ScheduleState) =>
  [...lessons.values()].toSorted((a, b) => (a.lessonId < b.lessonId ? -1 : 1));
const rows = (log: Log) => byId(log.state);
/** A no-op if an earlier command has removed its lesson. */
const orNothing =
  (command: Decide): Decide =>
  (state, past) => {
    try {
      return command(state, past);
    } catch (error) {
      if (error instanceof DomainError) return [];
      throw error;
    }
  };
const start = Log.of(acceptedWeek).after(cancelled('A3', '2026-12-02'));

describe('undoing', () => {
  test.each(Object.entries(commands))('%s brings every row back as it was', (_, command) => {
    const done = start.after(command);
    const undone = done.after(undo(done.last));
    expect(rows(undone)).toEqual(rows(start));
    expect(undone.last.events[0]).toEqual({
      type: 'BatchUndone',
      data: { undoes: done.last.batchId, undoneReportId: null },
    });
  });

  test('an undo redoes the command', () => {
    const done = start.after(commands['a divided series'] ?? entry('M'));
    const undone = done.after(undo(done.last));
    expect(rows(undone.after(undo(undone.last)))).toEqual(rows(done));
  });

  test('the newest batch restores the state before it, whatever came earlier', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Object.values(commands), { minLength: 1 }), (some) => {
        const log = some.reduce((so, command) => so.after(orNothing(command)), start);
        const newest = log.steps.findLast(({ events }) => events.length > 0);
        if (!newest) throw new Error('Nothing has happened.');
        expect(byId(log.after(undo(newest)).state)).toEqual(byId(newest.before));
      }),
    );
  });

  test('a restoration restores the cancelled row', () => {
    const restored = start.after(restore('O A3'));
    expect(rows(restored.after(undo(restored.last)))).toEqual(rows(start));
  });

  test('is rejected, with the name of the lesson, once a row was touched since', () => {
    const done = start.after(commands['a cleared schedule'] ?? entry('M'));
    const later = done.after(cancelled('A2', '2026-11-17'));
    expect(() => later.after(undo(done.last))).toThrow(
      new RuleBroken('Ben has changed since then, so this can no longer be undone.'),
    );
  });

  test('is possible when only other rows were touched', () => {
    const done = start.after(cancelled('A1', '2026-11-30'));
    const later = done.after(cancelled('A2', '2026-12-01'));
    expect(later.after(undo(done.last)).state.lessons.has('O A1')).toBe(false);
  });

  test('twice is rejected', () => {
    const done = start.after(entry('M'));
    const undone = done.after(undo(done.last));
    expect(() => undone.after(undo(done.last))).toThrow(
      new RuleBroken('Eve has changed since then, so this can no longer be undone.'),
    );
  });
});

describe('undoing changes to a plan', () => {
  const pending = Log.of(acceptedWeek).after(optimizeSchedule(firstRun));
  const decisions: Record<string, Decide> = {
    accept: acceptPlan({ reportId: 'P1', today }),
    reject: rejectPlan({ reportId: 'P1', today }),
    withdrawal: withdrawGenerated({ today }),
    'clearing the optimized lessons': clearSchedule({ kinds: ['optimized'], today }),
  };

  test.each(Object.entries(decisions))('%s brings the same plan back under a new report', (_, decide) => {
    const decided = pending.after(decide);
    const undone = decided.after(undo(decided.last, 'P9'));
    expect(rows(undone)).toEqual(rows(pending));
    expect(undone.state.plan?.entries).toEqual(pending.state.plan?.entries);
    expect(undone.state.plan?.reportId).toBe('P9');
    expect(undone.state.reports.get('P9')).toBe('pending');
    expect(['accepted', 'rejected']).toContain(undone.state.reports.get('P1'));
    expect(rows(undone.after(undo(undone.last)))).toEqual(rows(decided));
  });

  test('a run restores the state before it, and its report is undone', () => {
    const undone = pending.after(undo(pending.last));
    expect(rows(undone)).toEqual(rows(Log.of(acceptedWeek)));
    expect([undone.state.plan, undone.state.reports.get('P1')]).toEqual([null, 'undone']);
    given(...undone.events)
      .when(acceptPlan({ reportId: 'P1', today }))
      .thenRefused(RuleBroken, 'This run was undone.');
    given(...undone.events)
      .when(withdrawGenerated({ today }))
      .thenNothing();
  });

  test('a run that extended a plan restores the earlier plan under a new report', () => {
    const extended = pending.after(optimizeSchedule(secondRun));
    const undone = extended.after(undo(extended.last, 'P9'));
    expect(rows(undone)).toEqual(rows(pending));
    expect(undone.state.plan).toEqual({ ...pending.state.plan, reportId: 'P9' });
    expect([...undone.state.reports]).toEqual([
      ['P1', 'superseded'],
      ['P2', 'undone'],
      ['P9', 'pending'],
    ]);
  });

  test('a manual change to a pending lesson puts the student back into the plan', () => {
    const edited = pending.after(series('B2'));
    expect(basesOf(edited.state)).toEqual(['A1', 'A3']);
    const undone = edited.after(undo(edited.last));
    expect(basesOf(undone.state)).toEqual(['A1', 'A2', 'A3']);
    expect(weekFrom(undone.state, today)).toEqual(weekFrom(pending.state, today));
    expect(basesOf(undone.after(undo(undone.last)).state)).toEqual(['A1', 'A3']);
  });

  test('a deletion of a pending series places it again', () => {
    const gone = pending.after(remove('B1'));
    const undone = gone.after(undo(gone.last));
    expect(undone.state.plan?.entries.get('Ann')?.lessonId).toBe('B1');
    expect(seriesIn(undone.state, 'B1').status).toBe('optimized');
  });

  test('is rejected once a lesson of those students was touched', () => {
    const decided = pending.after(acceptPlan({ reportId: 'P1', today }));
    const later = decided.after(entry('M', { studentId: 'Ann', when: { kind: 'dated', date: '2026-12-04' } }));
    expect(() => later.after(undo(decided.last))).toThrow(
      new RuleBroken('Ann has changed since then, so this can no longer be undone.'),
    );
    const other = decided.after(entry('M'));
    expect(rowIn(other.after(undo(decided.last)).state, 'B1').status).toBe('optimized');
  });

  test('is rejected while another plan is pending', () => {
    const decided = Log.of(acceptedWeek).after(optimizeSchedule(firstRun), acceptPlan({ reportId: 'P1', today }));
    const other = decided.after(
      optimizeSchedule({ ...firstRun, reportId: 'P5', students: [{ studentId: 'Gil', placement: null }] }),
    );
    expect(() => other.after(undo(decided.last))).toThrow(
      new RuleBroken('The pending plan has changed since then, so this can no longer be undone.'),
    );
  });
});
