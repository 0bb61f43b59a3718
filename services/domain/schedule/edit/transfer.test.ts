import { occurrenceOf } from '@rondo/contracts/calendar/rows.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { describe, expect, test } from 'vitest';
import { Forbidden, InvalidInput, RuleBroken, StaleRevision } from '../../../platform/kit/errors.ts';
import { specification } from '../../../testing/given.ts';
import { ifFree } from './if-free.ts';
import { optimizeSchedule } from '../plan/plan.ts';
import { scheduleAggregate } from '../schedule-aggregate.ts';
import type { ScheduleState } from '../state.ts';
import { Log } from '../testing/batches.ts';
import { cancel, restore } from '../testing/commands.ts';
import {
  busy,
  cancelled,
  entry,
  firstRun,
  fri,
  history,
  mon,
  rowIn,
  seriesIn,
  acceptedWeek,
  weekFrom,
  stateOf,
  today,
  tue,
} from '../testing/week.ts';
import { adoptMissed, transferOf, leftBy, releaseLesson, takeOver, type Giving } from './transfer.ts';

const { given } = specification(scheduleAggregate);
const give = (state: ScheduleState, lessonId: string, more: Partial<Giving> = {}) =>
  transferOf(state, {
    lessonId,
    revision: undefined,
    from: 'teacher A',
    changes: {},
    today,
    newId: 'N',
    seen: 100,
    lessonDate: undefined,
    notBefore: today,
    ...more,
  });
const giving = stateOf([...acceptedWeek, cancelled('O', seriesIn(stateOf(acceptedWeek), 'A1'), '2026-12-07')]);
const transfer = give(giving, 'A1');
const release = { leaves: 'A1', validTo: transfer.validTo, seen: 100, takenAs: 'N', to: 'teacher B', brought: ['O'] };

describe('a lesson transferred to another teacher', () => {
  test('is theirs from today on, with its exceptions; the past stays', () => {
    const { state } = given().when(takeOver(transfer)).result();
    expect(seriesIn(state, 'N')).toMatchObject({ continues: 'A1', validFrom: today, studentId: 'Ann' });
    expect(rowIn(state, 'O')).toMatchObject({ seriesId: 'N', date: '2026-12-07', status: 'cancelled' });
  });

  test('leaves the first schedule once that one releases it', () => {
    const { state } = given(...acceptedWeek, cancelled('O', seriesIn(stateOf(acceptedWeek), 'A1'), '2026-12-07'))
      .when(releaseLesson(release))
      .result();
    expect(seriesIn(state, 'A1').validTo).toBe('2026-11-22');
    expect(state.lessons.has('O')).toBe(false);
  });

  test('leaves behind a date that was moved to an earlier week and taught there, and skips its own week', () => {
    const a1 = seriesIn(stateOf(acceptedWeek), 'A1');
    const taught = { ...occurrenceOf(a1, '2026-11-30', 'T'), date: '2026-11-20', dayOfWeek: fri };
    const before: ScheduleEvent[] = [
      ...acceptedWeek,
      { type: 'LessonEdited', data: { lesson: taught, occurrences: [], fellAway: [] } },
    ];
    const going = give(stateOf(before), 'A1');
    expect(going).toMatchObject({ validTo: '2026-11-22', occurrences: [], lesson: { skips: ['2026-11-30'] } });
    expect(leftBy(going, [...stateOf(before).lessons.values()]).map(({ lessonId }) => lessonId)).toContain('T');
    const { state } = given(...before)
      .when(releaseLesson({ ...release, validTo: going.validTo, brought: [] }))
      .result();
    expect(rowIn(state, 'T')).toMatchObject({ date: '2026-11-20', originalDate: '2026-11-30', seriesId: 'A1' });
  });

  test('is theirs from the named day on, and what is before it stays with its exceptions', () => {
    const a1 = seriesIn(stateOf(acceptedWeek), 'A1');
    const before = [...acceptedWeek, cancelled('O', a1, '2026-11-30'), cancelled('P', a1, '2026-12-14')];
    const going = give(stateOf(before), 'A1', { cut: '2026-12-07' });
    expect(going).toMatchObject({ validTo: '2026-12-06', lesson: { validFrom: '2026-12-07', continues: 'A1' } });
    expect(going.occurrences.map(({ lessonId }) => lessonId)).toEqual(['P']);
    const { state } = given(...before)
      .when(releaseLesson({ ...release, validTo: going.validTo, brought: ['P'] }))
      .result();
    expect(seriesIn(state, 'A1').validTo).toBe('2026-12-06');
    expect([state.lessons.has('O'), state.lessons.has('P')]).toEqual([true, false]);
    expect(give(stateOf(before), 'A1', { cut: '2026-11-01' })).toEqual(give(stateOf(before), 'A1'));
  });

  test('out of a pending plan moves as a whole, whatever day is named', () => {
    const pending = stateOf(history([], optimizeSchedule(firstRun)));
    const series = [...pending.lessons.values()].find(({ status }) => status === 'optimized');
    const id = series?.lessonId ?? '';
    expect(give(pending, id, { cut: '2026-12-14' })).toEqual(give(pending, id));
  });

  test('without past dates moves as a whole, under its own id', () => {
    const before = history([], entry('M', { when: { kind: 'dated', date: '2026-11-27' } }));
    const whole = give(stateOf(before), 'M', { changes: { start: 17 * 60 } });
    expect(whole).toMatchObject({ validTo: null, lesson: { lessonId: 'M', start: 17 * 60 } });
    const { state } = given(...before)
      .when(releaseLesson({ ...release, leaves: 'M', takenAs: 'M', validTo: null }))
      .result();
    expect(state.lessons.size).toBe(0);
  });

  test('can change its date along with its teacher, and takes the weekday of that date', () => {
    const before = history([], entry('M', { when: { kind: 'dated', date: '2026-11-27' } }));
    const changes = { start: 17 * 60, dayOfWeek: mon };
    const moved = give(stateOf(before), 'M', { changes, lessonDate: '2026-12-01' });
    expect(moved).toMatchObject({ validTo: null, lesson: { lessonId: 'M', date: '2026-12-01', dayOfWeek: tue } });
    expect(give(stateOf(before), 'M', { changes }).lesson).toMatchObject({ date: '2026-11-27', dayOfWeek: fri });
    const there = history([], entry('X', { start: 17 * 60, when: { kind: 'dated', date: '2026-12-01' } }));
    given(...there)
      .when(ifFree(busy(), takeOver(moved)))
      .thenRefused(RuleBroken, 'This time is taken: Eve, Tuesday, December 1');
  });

  test('does not conflict with itself while the first schedule still has it', () => {
    const rows = [...giving.lessons.values()];
    given()
      .when(ifFree(busy(...rows), takeOver(transfer)))
      .thenRefused(RuleBroken, 'This time is taken: Ann');
    const left = leftBy(transfer, rows);
    expect(left.map(({ lessonId }) => lessonId)).not.toContain('O');
    expect(
      given()
        .when(ifFree(busy(...left), takeOver(transfer)))
        .result().events,
    ).toHaveLength(1);
    const other = { ...rowIn(giving, 'A1'), lessonId: 'other' };
    given()
      .when(ifFree(busy(...leftBy(transfer, [...rows, other])), takeOver(transfer)))
      .thenRefused(RuleBroken, 'This time is taken: Ann');
  });

  test('becomes weekly with its teacher; a past date stays', () => {
    const weekly = (date: string) => {
      const before = history([], entry('M', { when: { kind: 'dated', date } }));
      const turned = give(stateOf(before), 'M', { changes: { dayOfWeek: mon }, lessonDate: null });
      const release = releaseLesson({
        seen: 100,
        to: 'teacher B',
        leaves: 'M',
        takenAs: turned.lesson.lessonId,
        validTo: turned.validTo,
        brought: [],
      });
      return { turned, left: [...stateOf(history(before, release)).lessons.keys()] };
    };
    const ahead = { date: null, dayOfWeek: mon, validFrom: today };
    expect(weekly('2026-11-27')).toMatchObject({ turned: { lesson: { ...ahead, lessonId: 'M' } }, left: [] });
    expect(weekly('2026-11-20')).toMatchObject({
      turned: { lesson: { ...ahead, lessonId: 'N', continues: 'M' }, validTo: '2026-11-20' },
      left: ['M'],
    });
  });

  test('becomes dated with its teacher; the weeks before stay', () => {
    const dated = give(giving, 'A1', { lessonDate: '2026-12-01' });
    expect(dated).toMatchObject({
      validTo: '2026-11-22',
      occurrences: [],
      lesson: { lessonId: 'N', continues: 'A1', date: '2026-12-01', dayOfWeek: tue, validFrom: null },
    });
    const { state } = given().when(takeOver(dated)).result();
    expect(rowIn(state, 'N').date).toBe('2026-12-01');
    const moved = rowIn(giving, 'A1');
    const adopted = history(
      [],
      takeOver(dated),
      adoptMissed({ takenAs: 'N', leaves: 'A1', missed: [{ ...moved, start: 18 * 60 }], deleted: [] }),
    );
    expect(rowIn(stateOf(adopted), 'N')).toMatchObject({ date: '2026-12-01', dayOfWeek: tue, start: 18 * 60 });
  });

  test('is rejected by a teacher whose time is taken, without any effect', () => {
    const busyThere = history(
      [],
      entry('X', { start: 15 * 60, when: { kind: 'weekly', dayOfWeek: mon, validFrom: today } }),
    );
    given(...busyThere)
      .when(ifFree(busy(), takeOver(transfer)))
      .thenRefused(RuleBroken, 'This time is taken: Eve, Monday, November 23');
    expect(stateOf(history(busyThere, takeOver(transfer))).lessons.has('N')).toBe(true);
  });

  test('leaves the plan that placed it, and its base is not restored', () => {
    const pending = Log.of(acceptedWeek).after(optimizeSchedule(firstRun));
    const pendingTransfer = give(pending.state, 'B1');
    expect(pendingTransfer.lesson).toMatchObject({ lessonId: 'B1', source: 'manual', status: 'scheduled' });
    const { state } = pending.after(
      releaseLesson({ ...release, leaves: 'B1', takenAs: 'B1', validTo: pendingTransfer.validTo }),
    );
    expect(state.plan?.entries.has('Ann')).toBe(false);
    expect(weekFrom(state, today).some((line) => line.startsWith('B1'))).toBe(false);
  });

  test('is released only once', () =>
    given(...history(acceptedWeek, releaseLesson({ ...release, validTo: null })))
      .when(releaseLesson({ ...release, validTo: null }))
      .thenNothing());

  test('includes what changed after the other side read it', () => {
    const late = history(acceptedWeek, (state) => cancel('A1', '2026-12-14', 'L')(state));
    const [released] = releaseLesson({ ...release, seen: acceptedWeek.length - 1 })(stateOf(late));
    if (released?.type !== 'LessonReleased') throw new Error('It was not released.');
    expect(released.data.missed.map(({ lessonId }) => lessonId)).toEqual(['L']);
    const there = history([], takeOver(transfer), adoptMissed({ ...released.data, leaves: 'A1' }));
    expect(rowIn(stateOf(there), 'L')).toMatchObject({ seriesId: 'N', date: '2026-12-14', status: 'cancelled' });
  });

  test('includes what was deleted after the other side read it', () => {
    const at = giving.revisions.get('O') ?? 0;
    const before = [...acceptedWeek, cancelled('O', seriesIn(stateOf(acceptedWeek), 'A1'), '2026-12-07')];
    const restored = history(before, restore('O', { force: true }));
    const [released] = releaseLesson({ ...release, seen: at })(stateOf(restored));
    if (released?.type !== 'LessonReleased') throw new Error('It was not released.');
    expect(released.data).toMatchObject({ deleted: ['O'], gone: [] });
    const there = stateOf(history([], takeOver(transfer), adoptMissed({ ...released.data, leaves: 'A1' })));
    expect([...there.lessons.keys()]).toEqual(['N']);
  });

  test('is deleted there too, with its dates, if it was deleted after the other side read it', () => {
    const at = giving.revisions.get('O') ?? 0;
    const before = [...acceptedWeek, cancelled('O', seriesIn(stateOf(acceptedWeek), 'A1'), '2026-12-07')];
    const gone = history(before, () => [
      { type: 'LessonDeleted', data: { lessonId: 'A1' } },
      { type: 'LessonDeleted', data: { lessonId: 'O' } },
    ]);
    const [released] = releaseLesson({ ...release, seen: at })(stateOf(gone));
    if (released?.type !== 'LessonReleased') throw new Error('It was not released.');
    const there = stateOf(history([], takeOver(transfer), adoptMissed({ ...released.data, leaves: 'A1' })));
    expect([...there.lessons.keys()]).toEqual([]);
  });

  test('is not taken over by a teacher who already has it', () =>
    given(...history([], takeOver(transfer)))
      .when(takeOver(transfer))
      .thenRefused(RuleBroken, 'This lesson is being transferred to another teacher right now.'));

  test('must be transferable', () => {
    expect(() => give(giving, 'O')).toThrow(InvalidInput);
    expect(() => give(giving, 'A1', { revision: 3 })).toThrow(StaleRevision);
    const imported = { ...seriesIn(giving, 'A1'), lessonId: 'I', source: 'actual' as const };
    const feed = stateOf([{ type: 'LessonCreated', data: { lesson: imported, occurrences: [] } }]);
    expect(() => give(feed, 'I')).toThrow(Forbidden);
  });
});
