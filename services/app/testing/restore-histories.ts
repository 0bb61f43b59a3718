import { neverClosed } from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays, earlierOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import { instantAt, type Instant } from '@rondo/contracts/calendar/instants.ts';
import type { RestoreTarget } from '@rondo/contracts/events/backups.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { lessonsTable } from '@rondo/projections/lessons/table.ts';
import { reportsModel } from '@rondo/projections/reports/project.ts';
import { reportsTable } from '@rondo/projections/reports/table.ts';
import type { ReadModel, Table } from '@rondo/projections/runner/read-model.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { studentsTable } from '@rondo/projections/students/table.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { teachersTable } from '@rondo/projections/teachers/table.ts';
import type { MemoryRows } from '@rondo/projections/moments/memory-rows.ts';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { z } from 'zod';
import { DomainError } from '../../platform/kit/errors.ts';
import { LogUnavailable } from '../../platform/log/event-store.ts';
import {
  isSeries,
  type Placed,
  type ShownDate,
  type ShownSeries,
} from '../../domain/history/restores/plan/calendar-diff.ts';
import { calendarChanges, previewOf } from '../../domain/history/restores/plan/preview.ts';
import type { RestorePlan } from '../../domain/history/restores/plan/restore-plan.ts';
import { PlanOutdated } from '../../domain/schedule/plan/fixed.ts';
import { isRestored } from '../../domain/schedule/revert/restore.ts';
import { titleOf } from '../../domain/schedule/testing/week.ts';
import { act, openStudioWithPeople } from './acts.ts';
import { expectNothingBilledTwice } from './invoice-acts.ts';
import type { HistoryStep, RestoreStep } from './restore-steps.ts';
import { pendingReports, restorable } from './restoring.ts';
import type { StudioInMemory } from './studio-in-memory.ts';

const inOrder = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();

/** The rows of a read model, in one order: now, and as of a moment. */
const listing = <Row extends z.ZodObject>(model: ReadModel, table: Table<Row>) => ({
  model,
  now: (studio: StudioInMemory): string[] => inOrder(studio.rows(model.name, table)),
  atMoment: (rows: MemoryRows['of']): string[] => inOrder(rows(table)),
});

const lists = [
  listing(lessonsModel, lessonsTable),
  listing(studentsModel, studentsTable),
  listing(teachersModel, teachersTable),
  listing(reportsModel, reportsTable),
];

const listsOf = (studio: StudioInMemory): string[][] => lists.map(({ now }) => now(studio));

type Remembered = {
  readonly instant: Instant;
  readonly day: string;
  readonly lists: string[][];
  readonly content: ReturnType<typeof restorable>;
};

const none = { added: 0, removed: 0, changed: 0 };

const words = (plan: RestorePlan, studio: StudioInMemory) =>
  previewOf(plan, instantAt(Date.now()), { today: studio.today(), closures: [], titleOf, teacherOf: (id) => id });

const isNothing = (plan: RestorePlan): boolean =>
  [...plan.students, ...plan.teachers, ...plan.others].every(({ kind }) => kind === 'same') &&
  [...plan.schedules.values()].every(({ now, goal }) => isRestored(now, goal));

/** How far the calendar is compared. */
const lastDay = (today: IsoDate): IsoDate => addDays(today, 26 * 7);

const entryText = ({ row, teacherId }: Placed, date: IsoDate): string => {
  const { studentId, eventTitle, start, duration, status, customAddress, notes } = row;
  return [date, teacherId, studentId, eventTitle, start, duration, status, customAddress, notes].join(' ');
};

/** What the calendar shows from today to 26 weeks ahead. */
const calendarFrom = (studio: StudioInMemory): string[] => {
  const rows = studio.rows(lessonsModel.name, lessonsTable);
  const today = studio.today();
  const calendar = calendarOf(
    rows.map(({ lesson }) => lesson),
    neverClosed,
  );
  return rows
    .flatMap(({ teacher_id: teacherId, lesson: row }) =>
      calendar
        .datesOf(row, today, lastDay(today))
        .flatMap((date) => (date >= today ? [entryText({ row, teacherId }, date)] : [])),
    )
    .toSorted();
};

/** The dates that a line of a preview names. */
const entriesOf = (shown: ShownDate | ShownSeries | null, today: IsoDate): string[] => {
  if (!shown) return [];
  if (!isSeries(shown)) return [entryText(shown, shown.date)];
  const entries: string[] = [];
  const last = shown.to === null ? lastDay(today) : earlierOf(shown.to, lastDay(today));
  for (let date = shown.from; date <= last; date = addDays(date, 7))
    if (!shown.gaps.has(date)) entries.push(entryText(shown, date));
  return entries;
};

/** Expects the lines of a preview to be all that a restore changed in the calendar, and nothing else. */
const expectSaid = (
  plan: RestorePlan,
  { before, after, today }: { readonly before: string[]; readonly after: string[]; readonly today: IsoDate },
): void => {
  const lines = calendarChanges(plan, { today, closures: [] });
  const shown = new Set(before);
  for (const { is } of lines) for (const entry of entriesOf(is, today)) shown.delete(entry);
  for (const { was } of lines) for (const entry of entriesOf(was, today)) shown.add(entry);
  const inDays = (entries: Iterable<string>): string[] =>
    [...new Set(entries)]
      .filter((entry) => entry.slice(0, today.length) <= lastDay(today))
      // The line of a series stands for its cancelled dates too.
      .filter((entry) => !entry.includes(' cancelled '))
      .toSorted();
  expect(inDays(shown), 'the calendar before, with the lines of the preview').toEqual(inDays(after));
  const text = (one: ShownDate | ShownSeries): string =>
    isSeries(one) ? `${one.from} ${one.to} ${entryText(one, 'weekly')}` : entryText(one, one.date);
  const goes = lines.flatMap(({ kind, is }) => (kind === 'removed' ? [text(is)] : []));
  const comes = new Set(lines.flatMap(({ kind, was }) => (kind === 'added' ? [text(was)] : [])));
  expect(
    goes.filter((one) => comes.has(one)),
    'what goes and comes back as it was',
  ).toEqual([]);
  for (const { kind, is, was } of lines)
    if (kind === 'changed' && is && was) expect(text(is), 'a line without a difference').not.toEqual(text(was));
};

/** Every pending plan has one report that awaits a decision, and no other report does. */
const expectOneReportPerPlan = async (studio: StudioInMemory): Promise<void> => {
  const plans = await Promise.all(
    studio
      .streams()
      .filter((stream) => stream.startsWith('schedule-'))
      .map((stream) => studio.schedules.load(studio.studioId, stream.slice(stream.indexOf('.') + 1))),
  );
  const named = plans.flatMap(({ state }) => state.plan?.reportId ?? []);
  expect(pendingReports(studio).toSorted(), 'reports that await a decision').toEqual(named.toSorted());
};

const targetOf = async (
  studio: StudioInMemory,
  moments: readonly Remembered[],
  { what, nth }: RestoreStep,
): Promise<{ target: RestoreTarget; remembered?: Remembered } | null> => {
  const pick = <One>(all: readonly One[]): One | undefined => all[nth % Math.max(all.length, 1)];
  const restores = (await studio.restores()).filter(({ started }) => started !== null);
  switch (what) {
    case 'moment': {
      const remembered = pick(moments);
      return remembered ? { target: { instant: remembered.instant }, remembered } : null;
    }
    case 'right after a restore': {
      const ended = pick(restores)?.ended;
      const remembered = ended && moments.find(({ instant }) => instant >= (instants.get(studio)?.get(ended) ?? ''));
      return remembered ? { target: { instant: remembered.instant }, remembered } : null;
    }
    case 'before a restore': {
      const started = pick(restores)?.started;
      return started ? { target: { position: started } } : null;
    }
    case 'automatic backup': {
      const backup = pick(studio.automaticBackups());
      return backup ? { target: { position: backup.position } } : null;
    }
  }
};

/** When the restores of a studio ended, by position. */
const instants = new WeakMap<StudioInMemory, Map<string, Instant>>();

const restoring = async (studio: StudioInMemory, moments: readonly Remembered[], step: RestoreStep): Promise<void> => {
  const found = await targetOf(studio, moments, step);
  if (!found) return;
  const { target, remembered } = found;
  const { teacherId, killedAfter, daysBetween } = step;
  const by = studio.context();
  const day = studio.today();
  const foreseen = await studio.previewRestore(target, teacherId, by);
  const said = words(foreseen, studio);
  const shown = calendarFrom(studio);
  await studio.requestRestore(target, teacherId, by);
  if (killedAfter !== null) {
    studio.killAfter(killedAfter);
    await studio.carryOutRestore().catch((error: unknown) => {
      if (!(error instanceof DomainError) && !(error instanceof LogUnavailable)) throw error;
    });
    studio.killAfter(Infinity);
    if (daysBetween > 0) studio.passMidnight(daysBetween);
  }
  await studio.carryOutRestore();
  studio.tick();
  await studio.settle();
  const restore = (await studio.restores()).at(-1);
  if (restore?.status !== 'completed') {
    expect(restore?.detail).toMatch(/has been removed/);
    return;
  }
  instants.set(studio, (instants.get(studio) ?? new Map()).set(restore.ended ?? '', instantAt(Date.now())));
  for (const [id, { goal }] of foreseen.schedules) {
    const { state } = await studio.schedules.load(studio.studioId, id);
    expect(Object.fromEntries(state.lessons), `lessons of ${id} as foreseen`).toEqual(Object.fromEntries(goal.rows));
    expect(state.plan === null, `plan of ${id} as foreseen`).toBe(goal.plan === null);
  }
  if (isNothing(foreseen)) expect(said.counts).toEqual(none);
  if (studio.today() === day) expectSaid(foreseen, { before: shown, after: calendarFrom(studio), today: day });
  if (isDeepStrictEqual(said.counts, none) && studio.today() === day)
    expect(calendarFrom(studio), 'nothing was to change').toEqual(shown);
  if (teacherId === null && remembered?.day === day) {
    const { reports: _, ...is } = restorable(studio);
    const { reports: _r, ...was } = remembered.content;
    expect(is, 'restored').toEqual(was);
  }
  if (studio.today() !== day) return;
  const again = await studio.previewRestore(target, teacherId, studio.context());
  expect(words(again, studio).counts, 'restoring the moment again').toEqual(none);
  expect(isNothing(again), 'restoring the moment again changes nothing').toBe(true);
};

const undoing = async (studio: StudioInMemory, batches: readonly string[], nth: number): Promise<string | null> => {
  const batchId = batches.at(-1 - nth);
  if (batchId === undefined) return null;
  try {
    return await studio.undo(batchId);
  } catch (error) {
    if (error instanceof DomainError || error instanceof PlanOutdated) return null;
    throw error;
  }
};

/** Lives through a history and expects each restore to do what its preview says, and every moment to read as it was then. */
export const livesThrough = async (steps: readonly HistoryStep[]): Promise<{ readonly restores: number }> => {
  const studio = await openStudioWithPeople();
  const moments: Remembered[] = [];
  const batches: string[] = [];
  const mailed = new Map<string, string>();
  const remember = (): void => {
    const [instant, day] = [instantAt(Date.now()), studio.today()];
    moments.push({ instant, day, lists: listsOf(studio), content: restorable(studio) });
    studio.tick();
  };
  remember();
  for (const step of steps) {
    if (step.kind === 'restore to') await restoring(studio, moments, step);
    else if (step.kind === 'wait') studio.passMidnight(1 + step.nth);
    else {
      const batchId = step.kind === 'undo' ? await undoing(studio, batches, step.nth) : await act(studio, step);
      if (batchId !== null && batchId !== '') batches.push(batchId);
    }
    await expectOneReportPerPlan(studio);
    await expectNothingBilledTwice(studio, mailed);
    remember();
  }
  const at = moments.map(({ instant }) => ({ instant }));
  for (const [i, { model, atMoment }] of lists.entries()) {
    const read = await studio.moments.each(studio.studioId, model, at, ({ rows }) => atMoment(rows));
    expect(read, `${model.name} as of each moment`).toEqual(moments.map((moment) => moment.lists[i]));
  }
  await studio.moments.close();
  return { restores: (await studio.restores()).length };
};
