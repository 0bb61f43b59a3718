import { writeSideOn } from '../../../testing/write-side.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { derivedId } from '../../../platform/commands/ids.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import { memoryEventStore } from '../../../platform/log/memory/memory-event-store.ts';
import { editLesson } from '../../schedule/edit/change.ts';
import { cancelLesson, restoreLesson } from '../../schedule/edit/one-date.ts';
import { schedules as schedulesOn } from '../../schedule/testing/schedules-of.ts';
import type { ScheduleState } from '../../schedule/state.ts';
import { busy, entry, thu, tue } from '../../schedule/testing/week.ts';
import { matchBilled, type BilledDate } from './match.ts';
import type { LessonDate } from '../../schedule/lesson-dates.ts';
import { billedStudio, payer } from '../testing/billed-studio.ts';
import { lesson } from '../testing/students.ts';

const studioId = '7d9f1a52-0000-4000-8000-000000000000';

describe('a studio with one weekly lesson, Tuesdays from December 1, 2026, at 50.00', () => {
  const kim = payer('Kim');
  const period = (from: IsoDate, to: IsoDate, withRefunds: boolean) => ({ from, to, teacherId: null, withRefunds });
  const december = (withRefunds = false) => period('2026-12-01', '2026-12-31', withRefunds);
  let clock: { today: IsoDate };
  let studio: ReturnType<typeof billedStudio>;
  let act: (decide: (state: ScheduleState) => readonly ScheduleEvent[]) => Promise<void>;
  let rowOn: (originalDate: IsoDate) => Promise<string>;

  beforeEach(async () => {
    clock = { today: '2026-11-23' };
    const store = memoryEventStore();
    const schedules = schedulesOn(writeSideOn(store));
    studio = billedStudio(studioId, store, clock);
    let commands = 0;
    act = async (decide) => {
      commands += 1;
      const commandId = derivedId(studioId, `schedule ${commands}`);
      const by = { studioId, actor: 'dana', commandId, correlationId: '', causationId: commandId };
      await schedules.execute(studioId, 'dana', by, { input: commands, decide });
    };
    rowOn = async (originalDate) => {
      const { state } = await schedules.load(studioId, 'dana');
      const row = [...state.lessons.values()].find((one) => one.originalDate === originalDate);
      if (!row) throw new Error(`No date of ${originalDate} differs.`);
      return row.lessonId;
    };
    const weekly = { kind: 'weekly', dayOfWeek: tue, validFrom: '2026-12-01' } as const;
    await act(entry('tuesdays', { studentId: 'Kim', start: 16 * 60, when: weekly }));
  });

  const cancel = (lessonId: string, date: IsoDate) =>
    act(cancelLesson({ lessonId, date, occurrenceId: `cancelled ${date}`, revision: undefined }));
  const toThursdays = (from: IsoDate) => {
    clock.today = from;
    return act(
      editLesson({
        lessonId: 'tuesdays',
        revision: undefined,
        today: from,
        newId: 'thursdays',
        scope: 'series',
        changes: { dayOfWeek: thu },
        originalDate: null,
        lessonDate: null,
      }),
    );
  };

  test('is billed once, each cancellation is refunded once, and a restored lesson is billed again', async () => {
    // A cancelled lesson counts and is refunded.
    await cancel('tuesdays', '2026-12-08');
    expect(await studio.draft(kim, december())).toMatchObject({
      lessonCount: 5,
      cancelledLessons: [{ date: '2026-12-08', refundCents: 5000, outcome: null }],
    });
    const [first] = await studio.invoice([kim], december());
    expect(first).toMatchObject({
      invoiceNumber: 'INV-2026-0001',
      subtotalCents: 25000,
      refundsCents: 5000,
      totalCents: 20000,
    });
    // Everything is billed.
    expect(await studio.invoice([kim], december())).toEqual([]);
    expect(await studio.draft(kim, december(true))).toMatchObject({ lessonCount: 0, alreadyBilled: 5, refunds: [] });
    // Thursdays from December 14: 17, 24 and 31 are the billed 15, 22 and 29.
    await toThursdays('2026-12-14');
    expect((await studio.lessons())('Kim')('2026-12-31').map(({ date }) => date)).toContain('2026-12-17');
    expect(await studio.invoice([kim], december())).toEqual([]);
    // A billed lesson is cancelled later.
    await cancel('thursdays', '2026-12-24');
    const refundable = await studio.draft(kim, december(true));
    expect(refundable).toMatchObject({ lessonCount: 0, refundsSince: [{ amountCents: 5000 }] });
    expect(await studio.draft(kim, december())).toMatchObject({ lessonCount: 0, refundsSince: [], entries: [] });
    const [second] = await studio.invoice([kim], period('2027-01-01', '2027-01-31', true));
    expect(second).toMatchObject({
      invoiceNumber: 'INV-2026-0002',
      subtotalCents: 20000,
      refundsCents: 5000,
      totalCents: 15000,
    });
    // Each refund once.
    const february = period('2027-02-01', '2027-02-28', true);
    expect(await studio.draft(kim, february)).toMatchObject({ refundsSince: [] });
    const [third] = await studio.invoice([kim], february);
    expect(third).toMatchObject({ subtotalCents: 20000, refundsCents: 0, totalCents: 20000 });
    // The cancellation is reversed after its refund.
    await act(restoreLesson({ lessonId: await rowOn('2026-12-24'), revision: undefined, force: true, busy: busy() }));
    expect(await studio.draft(kim, december())).toMatchObject({ lessonCount: 1, cancelledLessons: [] });
    const [fourth] = await studio.invoice([kim], december());
    expect(fourth).toMatchObject({ invoiceNumber: 'INV-2026-0004', totalCents: 5000 });
    // The second invoice refunds a lesson of the first.
    await expect(studio.delete(first?.invoiceId ?? '')).rejects.toThrow(
      new RuleBroken('INV-2026-0002 refunds a lesson of this invoice. Delete that one first.'),
    );
  });

  test('is refunded where it ends, and never for a date that moved', async () => {
    await studio.invoice([kim], december());
    clock.today = '2026-12-16';
    await toThursdays('2026-12-16');
    expect(await studio.draft(kim, december(true))).toMatchObject({ entries: [], refunds: [] });
  });
});

describe('matching', () => {
  const billed = (date: IsoDate, more: Partial<BilledDate> = {}): BilledDate => {
    const { takesPlace: _, ...rest } = lesson(date);
    return {
      studentId: 'Kim',
      kind: 'lesson',
      ...rest,
      rateCents: 5000,
      invoiceId: 'invoice',
      entry: 0,
      refunded: false,
      refundedCents: 0,
      again: false,
      ...more,
    };
  };
  const single = (lessonId: string, date: IsoDate, more: Partial<LessonDate> = {}): LessonDate =>
    lesson(date, { lessonId, rowId: lessonId, root: lessonId, isSingle: true, ...more });

  test('a single lesson is recognized on whatever date it is', () => {
    const [entry, moved] = [
      billed('2026-12-01', { lessonId: 'one', rowId: 'one', root: 'one' }),
      single('one', '2027-02-02'),
    ];
    expect(matchBilled([entry], [moved]).lessonOf.get(entry)).toBe(moved);
  });

  test('a date moved to another week is recognized, also after its series is removed', () => {
    const entry = billed('2026-12-15');
    const moved = lesson('2026-12-22', { rowId: 'moved', originalDate: '2026-12-15' });
    expect(matchBilled([entry], [lesson('2026-12-22'), moved]).lessonOf.get(entry)).toBe(moved);
    const alone = single('moved', '2026-12-22', { origin: { lessonId: 'weekly', originalDate: '2026-12-15' } });
    expect(matchBilled([entry], [lesson('2026-12-22'), alone]).lessonOf.get(entry)).toBe(alone);
  });

  test('the same lineage comes before another lesson of the week', () => {
    const entry = billed('2026-12-15');
    const other = lesson('2026-12-14', { lessonId: 'other', rowId: 'other', root: 'other' });
    const successor = lesson('2026-12-17', { lessonId: 'next', rowId: 'next', teacherId: 'marcus' });
    expect(matchBilled([entry], [other, successor]).lessonOf.get(entry)).toBe(successor);
  });

  test('within a week, the same teacher comes first, then a lesson that takes place', () => {
    const entry = billed('2026-12-15', { root: 'gone', lessonId: 'gone', rowId: 'gone' });
    const elsewhere = lesson('2026-12-14', { lessonId: 'a', rowId: 'a', root: 'a', teacherId: 'marcus' });
    const cancelled = lesson('2026-12-15', { lessonId: 'b', rowId: 'b', root: 'b', takesPlace: false });
    const taught = lesson('2026-12-18', { lessonId: 'c', rowId: 'c', root: 'c' });
    expect(matchBilled([entry], [elsewhere, cancelled, taught]).lessonOf.get(entry)).toBe(taught);
    expect(matchBilled([entry], [elsewhere, cancelled]).lessonOf.get(entry)).toBe(cancelled);
    expect(matchBilled([entry], [elsewhere]).lessonOf.get(entry)).toBe(elsewhere);
    expect(matchBilled([entry], [lesson('2026-12-21', { root: 'd', lessonId: 'd' })]).lessonOf.get(entry)).toBe(
      undefined,
    );
  });

  test('a refunded date is never a lesson that takes place', () => {
    const entry = billed('2026-12-15', { refunded: true });
    expect(matchBilled([entry], [lesson('2026-12-15')]).billed.size).toBe(0);
    expect(matchBilled([entry], [lesson('2026-12-15', { takesPlace: false })]).billed.size).toBe(1);
  });
});
