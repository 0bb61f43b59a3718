import { isDeepStrictEqual } from 'node:util';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import { namedNow, type Batch } from './past.ts';
import type { PendingPlan, PlanEntry, ScheduleState } from '../state.ts';
import { holdsTakenBack } from '../questions/holds.ts';
import { endOf, questionState } from '../questions/state.ts';
import { besidesPassed, type PassedDays } from './took-place.ts';
import { rowsTakenBack, type RowsTakenBack } from './undo-rows.ts';

export type Undo = {
  readonly batch: Batch;
  readonly today: IsoDate;
  readonly at: Instant;
  /** The id of the report under which a decided plan is restored. */
  readonly reportId: string;
  /** The id under which a lesson continues when what took place keeps the old one. */
  readonly newIdOf: (lessonId: string) => string;
  /** A lesson's display name. */
  readonly titleOf: (lesson: Lesson) => string;
};

export const planStudents = (entries: Iterable<[string, PlanEntry]>) =>
  [...entries].map(([studentId, { lessonId, bases }]) => ({
    studentId,
    lessonId,
    bases: bases.map(({ lesson, occurrences }) => ({ lesson, occurrences: [...occurrences] })),
  }));

const noEntries: ReadonlyMap<string, PlanEntry> = new Map();

/** A plan without the ids of its reports: it may be restored under another one. */
const contentOf = (plan: PendingPlan | null) => {
  if (!plan) return null;
  const { reportId: _, runId: _run, entries, ...content } = plan;
  const unnamed = ({ reportId: _report, ...lesson }: Lesson) => lesson;
  return {
    ...content,
    entries: new Map(
      [...entries].map(([studentId, { lessonId, bases }]) => [
        studentId,
        {
          lessonId,
          bases: bases.map(({ lesson, occurrences }) => [unnamed(lesson), occurrences.map(unnamed)]),
        },
      ]),
    ),
  };
};
export const samePlan = (a: PendingPlan | null, b: PendingPlan | null): boolean =>
  isDeepStrictEqual(contentOf(a), contentOf(b));

/** A plan with its lesson ids mapped. */
export const renamed = (
  plan: PendingPlan | null,
  nameOf: (lessonId: string) => string | undefined,
): PendingPlan | null =>
  plan && {
    ...plan,
    entries: new Map(
      [...plan.entries].map(([studentId, { lessonId, bases }]) => [
        studentId,
        { bases, lessonId: lessonId === null ? null : (nameOf(lessonId) ?? lessonId) },
      ]),
    ),
  };

/** A batch with its rows under their present ids. */
const asNamedNow = (batch: Batch): Batch => {
  const { goesOnAs } = batch;
  if (goesOnAs.size === 0) return batch;
  const name = namedNow(goesOnAs);
  const nameOf = (id: string) => goesOnAs.get(id)?.lessonId;
  const allOf = (rows: ReadonlyMap<string, Lesson>) =>
    new Map([...rows.values()].map(name).map((row) => [row.lessonId, row]));
  return {
    ...batch,
    rows: new Map(
      [...batch.rows].map(([id, { before, after }]) => [
        nameOf(id) ?? id,
        { before: before && name(before), after: after && name(after) },
      ]),
    ),
    plan: { before: renamed(batch.plan.before, nameOf), after: renamed(batch.plan.after, nameOf) },
    before: allOf(batch.before),
    after: allOf(batch.after),
  };
};

/** True when a batch started, ended or replaced a plan; a manual change within a plan does not count. */
const decidesPlan = ({ plan }: Batch): boolean => plan.before?.reportId !== plan.after?.reportId;

const changesPlan = (batch: Batch): boolean => decidesPlan(batch) || !samePlan(batch.plan.before, batch.plan.after);

/** Rows that must be as the batch left them: its own with their occurrences, and all rows of a plan's students. */
const watched = (batch: Batch, state: ScheduleState): Set<string> => {
  const students = new Set(
    decidesPlan(batch)
      ? [batch.plan.before, batch.plan.after].flatMap((plan) => [...(plan?.entries ?? noEntries).keys()])
      : [],
  );
  const related = [...batch.after.values(), ...state.lessons.values()].filter(
    ({ seriesId, studentId }) => batch.rows.has(seriesId ?? '') || students.has(studentId ?? ''),
  );
  return new Set([...batch.rows.keys(), ...related.map(({ lessonId }) => lessonId)]);
};

/** True if a row is no longer as the batch left it: another batch in effect changed more than the days that have passed. */
const isTouched = (batch: Batch, state: ScheduleState, days: PassedDays, id: string): boolean => {
  if (batch.interrupted.has(id)) return true;
  const touched = batch.rows.has(id) ? batch.touched.own : batch.touched.others;
  const isNew = (state.revisions.get(id) ?? -1) > batch.readUpTo;
  if (!isNew && !touched.has(id)) return false;
  const left = batch.rows.get(id)?.after ?? batch.after.get(id);
  return !isDeepStrictEqual(besidesPassed(left, days), besidesPassed(state.lessons.get(id), days));
};

/** @throws RuleBroken naming the first row that changed since */
const refuseTouched = (batch: Batch, state: ScheduleState, days: PassedDays, titleOf: Undo['titleOf']): void => {
  const later = [...watched(batch, state)].filter((id) => isTouched(batch, state, days, id));
  const [first] = later.toSorted((a, b) => (state.revisions.get(a) ?? 0) - (state.revisions.get(b) ?? 0));
  if (first === undefined) return;
  const row = state.lessons.get(first) ?? batch.after.get(first) ?? batch.before.get(first);
  throw new RuleBroken(`${row ? titleOf(row) : 'A lesson'} has changed since then, so this can no longer be undone.`);
};

/** @throws RuleBroken */
const refusePlanMovedOn = (state: ScheduleState, batch: Batch): void => {
  if (!changesPlan(batch)) return;
  if (!samePlan(state.plan, batch.plan.after))
    throw new RuleBroken('The pending plan has changed since then, so this can no longer be undone.');
};

/** A series that only ends earlier; null for any other change. */
const endedSooner = (row: Lesson, now: Lesson | undefined): ScheduleEvent | null => {
  const { lessonId, validTo, status } = row;
  if (!now || validTo === null || (now.validTo !== null && now.validTo < validTo)) return null;
  if (!isDeepStrictEqual({ ...now, validTo, status }, row)) return null;
  return { type: 'LessonEnded', data: { lessonId, validTo, status, fellAway: [], forGood: false } };
};

/** The rows that differ from the present: series with their occurrences, then the rest; rows that did not exist are removed. */
export const rowEvents = (state: ScheduleState, { rows }: Pick<RowsTakenBack, 'rows'>): ScheduleEvent[] => {
  const differing = [...rows].filter(([id, row]) => !isDeepStrictEqual(row ?? undefined, state.lessons.get(id)));
  const back = differing.flatMap(([, row]) => row ?? []);
  const ids = new Set(back.map(({ lessonId }) => lessonId));
  const ofSeries = Map.groupBy(back, ({ seriesId }) => (seriesId !== null && ids.has(seriesId) ? seriesId : null));
  return [
    ...(ofSeries.get(null) ?? []).map((lesson): ScheduleEvent => {
      const occurrences = ofSeries.get(lesson.lessonId) ?? [];
      const ended = occurrences.length === 0 ? endedSooner(lesson, state.lessons.get(lesson.lessonId)) : null;
      return ended ?? { type: 'LessonReinstated', data: { lesson, occurrences } };
    }),
    ...differing
      .filter(([id]) => !ids.has(id))
      .map(([lessonId]): ScheduleEvent => ({ type: 'LessonDeleted', data: { lessonId } })),
  ];
};

export const reopened = (plan: PendingPlan, reportId: string): ScheduleEvent => ({
  type: 'ScheduleReopened',
  data: {
    reportId,
    runId: plan.runId,
    reopens: plan.reportId,
    startsOn: plan.startsOn,
    students: planStudents(plan.entries),
    endsElsewhere: [...plan.endsElsewhere],
    ...(plan.joint && { joint: plan.joint }),
  },
});

/** The entries that one command changed in a plan that is still pending. */
export const correctPlan = (was: PendingPlan, is: PendingPlan): ScheduleEvent[] => {
  const changed = [...was.entries].filter(([id, entry]) => !isDeepStrictEqual(entry, is.entries.get(id)));
  const leave = [...is.entries.keys()].filter((id) => !was.entries.has(id));
  if (changed.length === 0 && leave.length === 0) return [];
  return [{ type: 'PlanCorrected', data: { students: planStudents(changed), leave, cancelled: null } }];
};

type PlanTakenBack = { readonly undone: string | null; readonly facts: ScheduleEvent[] };

/** The effect on plans: the one that the batch created is undone, the one that it decided is restored under a new report. */
const planTakenBack = (batch: Batch, state: ScheduleState, reportId: string, rows: RowsTakenBack): PlanTakenBack => {
  const nameOf = (id: string) => rows.goesOnAs.get(id);
  if (decidesPlan(batch)) {
    const was = renamed(batch.plan.before, nameOf);
    const undone = batch.plan.after && state.plan ? state.plan.reportId : null;
    return { undone, facts: was ? [reopened(was, reportId)] : [] };
  }
  const was = renamed(changesPlan(batch) ? batch.plan.before : state.plan, nameOf);
  return { undone: null, facts: was && state.plan ? correctPlan(was, state.plan) : [] };
};

/** Who was there as it was recorded before the batch. @throws RuleBroken when somebody has recorded another thing since */
const attendanceTakenBack = ({ attendance }: Batch, state: ScheduleState): ScheduleEvent[] => {
  if (attendance.size === 0) return [];
  const entries = [...attendance].map(([key, { record, before, ...entry }]) => {
    if (!isDeepStrictEqual(state.attendance.get(key), record))
      throw new RuleBroken(
        `The attendance of ${shortDate(entry.date)} has changed since then, so this can no longer be undone.`,
      );
    return { ...entry, record: before, before: record };
  });
  return [{ type: 'AttendanceRecorded', data: { entries } }];
};

/** The questions of the batch that no one has ended are withdrawn. */
const questionsTakenBack = (batch: Batch, { questions }: ScheduleState, at: Instant): ScheduleEvent[] =>
  batch.questions.flatMap((repairId): ScheduleEvent[] => {
    const question = questions.get(repairId);
    if (!question || questionState(question, at) !== 'open') return [];
    return [endOf(question, 'withdrawn', at)];
  });

/** The decided report whose plan an undo restores under a copy of it; null when it restores none. */
export const reportToReopen = (batch: Batch): string | null =>
  batch.plan.before && decidesPlan(batch) ? batch.plan.before.reportId : null;

/** True when an undo would append nothing but its header: everything that the batch did has passed. */
export const takesNothingBack = (events: readonly ScheduleEvent[]): boolean =>
  events.every((event) => event.type === 'BatchUndone' && event.data.undoneReportId === null);

/**
 * Undoes a batch: every row that it touched, and every plan, is restored; days that have passed since then stay as they took place.
 * Possible only while all of that is as the batch left it.
 * @throws RuleBroken
 */
export const undoBatch =
  ({ batch: asItWas, today, at, reportId, newIdOf, titleOf }: Undo) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const batch = asNamedNow(asItWas);
    const days = { from: batch.day, today: laterOf(today, batch.day) };
    if (batch.onlyAnswers) throw new RuleBroken('An answer stays: note another one, or ask again.');
    refuseTouched(batch, state, days, titleOf);
    refusePlanMovedOn(state, batch);
    const rows = rowsTakenBack(batch, state, days, { newIdOf, titleOf });
    const { undone, facts } = planTakenBack(batch, state, reportId, rows);
    return [
      { type: 'BatchUndone', data: { undoes: batch.batchId, undoneReportId: undone } },
      ...rowEvents(state, rows),
      ...facts,
      ...attendanceTakenBack(batch, state),
      ...questionsTakenBack(batch, state, at),
      ...holdsTakenBack(batch.holds, state, today),
    ];
  };
