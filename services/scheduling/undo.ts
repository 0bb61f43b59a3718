import { isDeepStrictEqual } from 'node:util';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import { lessonRowsTouched } from '@rondo/contracts/events/lesson-rows.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule.ts';
import { RuleBroken } from '../domain/errors.ts';
import type { PendingPlan, PlanEntry, ScheduleState } from './state.ts';

/** A batch of one schedule as the log has it: the schedule before it and after it, and its events. */
export type Batch = {
  readonly batchId: string;
  readonly before: ScheduleState;
  readonly after: ScheduleState;
  /** The revision of its last event. */
  readonly lastRevision: number;
  readonly events: readonly ScheduleEvent[];
};

export type Undo = {
  readonly batch: Batch;
  /** The id of the report under which a decided plan comes back. */
  readonly reportId: string;
  /** A lesson in words. */
  readonly titleOf: (lesson: Lesson) => string;
};

const planStudents = (entries: Iterable<[string, PlanEntry]>) =>
  [...entries].map(([studentId, { lessonId, bases }]) => ({
    studentId,
    lessonId,
    bases: bases.map(({ lesson, occurrences }) => ({ lesson, occurrences: [...occurrences] })),
  }));

const noEntries: ReadonlyMap<string, PlanEntry> = new Map();

/** True when a batch began, ended or replaced a plan: what one hand changed in it is something else. */
const decidesPlan = ({ before, after }: Batch): boolean => before.plan?.reportId !== after.plan?.reportId;

const touchedRows = ({ events }: Batch): string[] => [...new Set(events.flatMap(lessonRowsTouched))];

/** Rows that must be as the batch left them: its own with their occurrences, and of a plan's students all. */
const watched = (batch: Batch, state: ScheduleState): Set<string> => {
  const own = new Set(touchedRows(batch));
  const students = new Set(
    decidesPlan(batch)
      ? [batch.before, batch.after].flatMap(({ plan }) => [...(plan?.entries ?? noEntries).keys()])
      : [],
  );
  const related = [...batch.after.lessons.values(), ...state.lessons.values()].filter(
    ({ seriesId, studentId }) => own.has(seriesId ?? '') || students.has(studentId ?? ''),
  );
  return new Set([...own, ...related.map(({ lessonId }) => lessonId)]);
};

/** @throws RuleBroken naming the first row that changed since */
const refuseTouched = (state: ScheduleState, { batch, titleOf }: Undo): void => {
  const later = [...watched(batch, state)].filter((id) => (state.revisions.get(id) ?? -1) > batch.lastRevision);
  const [first] = later.toSorted((a, b) => (state.revisions.get(a) ?? 0) - (state.revisions.get(b) ?? 0));
  if (first === undefined) return;
  const row = state.lessons.get(first) ?? batch.after.lessons.get(first) ?? batch.before.lessons.get(first);
  throw new RuleBroken(`${row ? titleOf(row) : 'A lesson'} was changed since. This cannot be undone any more.`);
};

const refusePlanMovedOn = (state: ScheduleState, batch: Batch): void => {
  if (isDeepStrictEqual(batch.before.plan, batch.after.plan)) return;
  if (!isDeepStrictEqual(state.plan, batch.after.plan))
    throw new RuleBroken('The plan that waits for a decision was changed since. This cannot be undone any more.');
};

/** Every row as it was before: series with their occurrences, then the rest; rows that were not there go. */
const revertRows = (batch: Batch, state: ScheduleState): ScheduleEvent[] => {
  const differing = touchedRows(batch).filter(
    (id) => !isDeepStrictEqual(batch.before.lessons.get(id), state.lessons.get(id)),
  );
  const back = differing.flatMap((id) => batch.before.lessons.get(id) ?? []);
  const ids = new Set(back.map(({ lessonId }) => lessonId));
  const ofSeries = Map.groupBy(back, ({ seriesId }) => (seriesId !== null && ids.has(seriesId) ? seriesId : null));
  return [
    ...(ofSeries.get(null) ?? []).map((lesson): ScheduleEvent => ({
      type: 'LessonReinstated',
      data: { lesson, occurrences: ofSeries.get(lesson.lessonId) ?? [] },
    })),
    ...differing
      .filter((id) => !ids.has(id))
      .map((lessonId): ScheduleEvent => ({ type: 'LessonDeleted', data: { lessonId } })),
  ];
};

const reopened = (plan: PendingPlan, reportId: string): ScheduleEvent => ({
  type: 'ScheduleReopened',
  data: {
    reportId,
    runId: plan.runId,
    reopens: plan.reportId,
    startsOn: plan.startsOn,
    students: planStudents(plan.entries),
    endsElsewhere: [...plan.endsElsewhere],
  },
});

/** The entries that one command changed in a plan that still waits. */
const correctPlan = (was: PendingPlan, is: PendingPlan): ScheduleEvent[] => {
  const changed = [...was.entries].filter(([id, entry]) => !isDeepStrictEqual(entry, is.entries.get(id)));
  const leave = [...is.entries.keys()].filter((id) => !was.entries.has(id));
  if (changed.length === 0 && leave.length === 0) return [];
  return [{ type: 'PlanCorrected', data: { students: planStudents(changed), leave } }];
};

/** What becomes of plans: the one that the batch put up is undone, the one that it decided comes back under a new report. */
const revertPlan = ({ before, after }: Batch, reportId: string): { undone: string | null; facts: ScheduleEvent[] } => {
  const [was, is] = [before.plan, after.plan];
  if (was && is && was.reportId === is.reportId) return { undone: null, facts: correctPlan(was, is) };
  return { undone: is?.reportId ?? null, facts: was ? [reopened(was, reportId)] : [] };
};

/** The decided report whose plan an undo brings back, under a copy of it; null when it brings none. */
export const reportToReopen = ({ before, after }: Batch): string | null =>
  before.plan && before.plan.reportId !== after.plan?.reportId ? before.plan.reportId : null;

/**
 * Takes a batch back: every row it touched stands again as before it, plans too. Possible while all of that is as the batch left it.
 * @throws RuleBroken
 */
export const undoBatch =
  (undo: Undo) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const { batch, reportId } = undo;
    refuseTouched(state, undo);
    refusePlanMovedOn(state, batch);
    const rows = revertRows(batch, state);
    const { undone, facts } = revertPlan(batch, reportId);
    if (rows.length === 0 && facts.length === 0 && undone === null) throw new RuleBroken('This cannot be undone.');
    return [{ type: 'BatchUndone', data: { undoes: batch.batchId, undoneReportId: undone } }, ...rows, ...facts];
  };
