import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { lessonRowsTouched } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { PlanEvent, ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { attendanceKey } from '@rondo/contracts/policy/attendance.ts';
import type { RecordedEvent } from '../schedules.ts';
import type { HoldChange } from '../questions/holds.ts';
import { scheduleAggregate } from '../schedule-aggregate.ts';
import type { PendingPlan, ScheduleState } from '../state.ts';

type Rows = ReadonlyMap<string, Lesson>;

/** A batch of one schedule as the log has it, and what has happened to its rows since. */
export type Batch = {
  readonly batchId: string;
  /** The studio's day on which it happened. */
  readonly day: IsoDate;
  /** The rows that it touched, each before and after it. */
  readonly rows: ReadonlyMap<string, { readonly before: Lesson | undefined; readonly after: Lesson | undefined }>;
  /** The pending plan, before and after it. */
  readonly plan: { readonly before: PendingPlan | null; readonly after: PendingPlan | null };
  /** Every row of the schedule, before and after it. */
  readonly before: Rows;
  readonly after: Rows;
  /** Rows touched since by other batches that are still in effect: separately for the rows it touched itself and for all others. */
  readonly touched: { readonly own: ReadonlySet<string>; readonly others: ReadonlySet<string> };
  /** Rows that other batches touched between two of its events. */
  readonly interrupted: ReadonlySet<string>;
  /** What it recorded of who was there, by date. */
  readonly attendance: ReadonlyMap<string, AttendanceEntry>;
  /** The questions that it asked. */
  readonly questions: readonly string[];
  /** The holds that it changed, by question. */
  readonly holds: ReadonlyMap<string, HoldChange>;
  /** It only noted an answer, or ended a question. */
  readonly onlyAnswers: boolean;
  /** True if it was undone and that undo is still in effect. */
  readonly undone: boolean;
  /** Rows that an undo has divided since, with the part that continues. */
  readonly goesOnAs: Rows;
  /** Rows that were ever transferred to or from another schedule under the same id: what took place there keeps the id. */
  readonly shared: ReadonlySet<string>;
  /** Revision of the newest event read. */
  readonly readUpTo: number;
};

type AttendanceEntry = Extract<PlanEvent, { type: 'AttendanceRecorded' }>['data']['entries'][number];

/** What events recorded of who was there: each date as it was before the first and is after the last. */
const attendanceIn = (own: readonly RecordedEvent[]): Map<string, AttendanceEntry> => {
  const found = new Map<string, AttendanceEntry>();
  for (const { event } of own)
    if (event.type === 'AttendanceRecorded')
      for (const entry of event.data.entries) {
        const key = attendanceKey(entry);
        found.set(key, { ...entry, before: (found.get(key) ?? entry).before });
      }
  return found;
};

/** The withdrawal that left a report open for this rejection, if the batch did nothing else. */
const withdrawalBefore = (past: readonly RecordedEvent[], own: readonly RecordedEvent[]): RecordedEvent | undefined => {
  const [only, ...others] = own;
  if (!only || others.length > 0 || only.event.type !== 'ScheduleRejected') return undefined;
  const { reportId } = only.event.data;
  return past.find(
    ({ event, batchId }) =>
      event.type === 'ScheduleRejected' &&
      event.data.withdrawn &&
      event.data.reportId === reportId &&
      batchId !== only.batchId,
  );
};

/** The batches that are undone together. Rejecting a withdrawn plan only closed its report: undoing that also undoes the withdrawal. */
const togetherWith = (past: readonly RecordedEvent[], batchId: string): string[] => {
  const withdrawal = withdrawalBefore(
    past,
    past.filter((recorded) => recorded.batchId === batchId),
  );
  return withdrawal ? [withdrawal.batchId, batchId] : [batchId];
};

type Undone = ReadonlyMap<string, { readonly by: string; readonly at: number }>;

/** The batches that have been undone, and by which batch. An undo that was itself undone is ignored. */
const undoneIn = (past: readonly RecordedEvent[]): Undone => {
  const undone = new Map<string, { by: string; at: number }>();
  for (const { event, batchId: by, revision: at } of past.toReversed())
    if (event.type === 'BatchUndone' && !undone.has(by))
      for (const id of togetherWith(past, event.data.undoes)) if (!undone.has(id)) undone.set(id, { by, at });
  return undone;
};

/**
 * Rows touched between a batch after `last` and its undo. The undo already checked the batches that touched them in between: they changed
 * only days that have passed.
 */
const judgedAfter = (past: readonly RecordedEvent[], last: number, undone: Undone) => {
  const own = Map.groupBy(past, ({ batchId }) => batchId);
  return [...undone].flatMap(([id, { at }]) => {
    const events = (own.get(id) ?? []).filter(({ revision }) => revision < at);
    const from = events[0]?.revision ?? at;
    if (from <= last) return [];
    return [{ from, at, rows: new Set(events.flatMap(({ event }) => lessonRowsTouched(event))) }];
  });
};

/**
 * Rows touched after `last` by batches still in effect. A batch and its undo cancel out; if the batch precedes `last`, only for rows that
 * it did not touch itself.
 */
const touchedAfter = (past: readonly RecordedEvent[], last: number, undone: Undone, together: readonly string[]) => {
  const began = new Map(past.toReversed().map(({ batchId, revision }) => [batchId, revision]));
  const takesBack = new Map([...undone].map(([id, { by }]) => [by, id]));
  const judged = judgedAfter(past, last, undone);
  const own = new Set<string>();
  const others = new Set<string>();
  for (const { event, batchId, revision } of past) {
    if (revision <= last) continue;
    const end = undone.get(batchId);
    const cancelled = end && revision < end.at ? batchId : takesBack.get(batchId);
    const isLater = cancelled !== undefined && (began.get(cancelled) ?? -1) > last;
    const spans = cancelled === undefined ? judged.filter(({ from, at }) => from < revision && revision < at) : [];
    for (const id of lessonRowsTouched(event)) {
      if (spans.some(({ rows }) => rows.has(id))) continue;
      if (!isLater) own.add(id);
      if (cancelled === undefined || together.includes(cancelled)) others.add(id);
    }
  }
  return { own, others };
};

/** Rows created as the continuing part of another row after an undo. */
const dividedAfter = (past: readonly RecordedEvent[], last: number, undone: Undone): Map<string, Lesson> => {
  const undos = new Set([...undone.values()].map(({ by }) => by));
  const seen = new Set<string>();
  const parts = new Map<string, Lesson>();
  for (const { event, batchId, revision } of past) {
    if (event.type === 'LessonReinstated' && revision > last && undos.has(batchId)) {
      const { lesson } = event.data;
      if (lesson.continues !== null && !seen.has(lesson.lessonId)) parts.set(lesson.continues, lesson);
    }
    for (const id of lessonRowsTouched(event)) seen.add(id);
  }
  for (const [id, part] of parts)
    for (let next = parts.get(part.lessonId); next; next = parts.get(next.lessonId)) parts.set(id, next);
  return parts;
};

const isHoldEvent = (event: ScheduleEvent): event is Extract<ScheduleEvent, { type: 'TimeHeld' | 'TimeReleased' }> =>
  event.type === 'TimeHeld' || event.type === 'TimeReleased';

/** Replays the schedule's events and records what the batch did. */
const follow = (past: readonly RecordedEvent[], together: readonly string[]) => {
  const rows = new Map<string, { before: Lesson | undefined; after: Lesson | undefined }>();
  const interrupted = new Set<string>();
  const holds = new Map<string, HoldChange>();
  let plan: { before: PendingPlan | null; after: PendingPlan | null } | undefined;
  let [before, after]: [Rows, Rows] = [new Map(), new Map()];
  let state: ScheduleState = scheduleAggregate.initialState();
  const last = past.findLastIndex(({ batchId }) => together.includes(batchId));
  past.slice(0, last + 1).forEach(({ event, revision, batchId, recordedAt }, i) => {
    const isOwn = together.includes(batchId);
    const touched = isOwn ? lessonRowsTouched(event) : [];
    if (isOwn && plan === undefined) before = new Map(state.lessons);
    const was = new Map(touched.map((id) => [id, state.lessons.get(id)]));
    const planBefore = state.plan;
    const questionId = isOwn && isHoldEvent(event) ? event.data.inquiryId : null;
    const holdBefore = questionId === null ? undefined : state.holds.get(questionId);
    state = scheduleAggregate.evolve(state, event, { revision, recordedAt });
    for (const [id, row] of was) {
      const known = rows.get(id);
      if (known && known.after !== row) interrupted.add(id);
      rows.set(id, { before: known ? known.before : row, after: state.lessons.get(id) });
    }
    if (questionId !== null)
      holds.set(questionId, {
        before: (holds.get(questionId) ?? { before: holdBefore }).before,
        after: state.holds.get(questionId),
      });
    if (isOwn) plan = { before: plan ? plan.before : planBefore, after: state.plan };
    if (i === last) after = new Map(state.lessons);
  });
  return { rows, interrupted, holds, plan: plan ?? { before: null, after: null }, before, after };
};

/** The schedule as a batch left it. */
export const stateAfterBatch = (past: readonly RecordedEvent[], batchId: string): ScheduleState => {
  const last = past.findLastIndex((recorded) => recorded.batchId === batchId);
  return past
    .slice(0, last + 1)
    .reduce(
      (state, { event, ...recorded }) => scheduleAggregate.evolve(state, event, recorded),
      scheduleAggregate.initialState(),
    );
};

const sharedIn = (past: readonly RecordedEvent[]): Set<string> =>
  new Set(
    past.flatMap(({ event }) => {
      if (event.type === 'LessonReleased') return event.data.takenAs === event.data.lessonId ? event.data.lessonId : [];
      if (event.type !== 'LessonTakenOver') return [];
      const { leaves, lesson } = event.data;
      return leaves === lesson.lessonId ? leaves : [];
    }),
  );

/** A schedule's past with all events of a batch, and what undid them, under its one id. */
export const asOneBatch = (
  past: readonly RecordedEvent[],
  batchId: string,
  recordedAs: readonly string[],
): RecordedEvent[] => {
  const named = (id: string): string => (recordedAs.includes(id) ? batchId : id);
  return past.map((recorded) => {
    const { event } = recorded;
    const one = { ...recorded, batchId: named(recorded.batchId) };
    return event.type === 'BatchUndone'
      ? { ...one, event: { ...event, data: { ...event.data, undoes: named(event.data.undoes) } } }
      : one;
  });
};

/** A batch, read from its schedule's whole history. */
export const batchIn = (
  past: readonly RecordedEvent[],
  batchId: string,
  dayOf: (recordedAt: string) => IsoDate,
): Batch => {
  const together = togetherWith(past, batchId);
  const own = past.filter((recorded) => together.includes(recorded.batchId));
  // A rejection that only closed a report changed no row: the withdrawal is what counts.
  const last = own.findLast(({ event }) => lessonRowsTouched(event).length > 0)?.revision ?? own.at(-1)?.revision ?? -1;
  const undone = undoneIn(past);
  return {
    ...follow(past, together),
    attendance: attendanceIn(own),
    onlyAnswers:
      own.length > 0 && own.every(({ event: { type } }) => type === 'RepairAnswered' || type === 'RepairEnded'),
    questions: own.flatMap(({ event }) => (event.type === 'RepairAsked' ? event.data.repairId : [])),
    batchId,
    day: dayOf(own[0]?.recordedAt ?? ''),
    touched: touchedAfter(past, last, undone, together),
    undone: (undone.get(batchId)?.at ?? -1) > last,
    goesOnAs: dividedAfter(past, last, undone),
    shared: sharedIn(past),
    readUpTo: past.at(-1)?.revision ?? -1,
  };
};

/** Maps a past row's id to its present one, if an undo has divided the row since. */
export const namedNow =
  (goesOnAs: Rows) =>
  (row: Lesson): Lesson => {
    if (isOccurrence(row)) {
      const part = goesOnAs.get(row.seriesId);
      return part && row.originalDate >= (part.validFrom ?? '') ? { ...row, seriesId: part.lessonId } : row;
    }
    const part = goesOnAs.get(row.lessonId);
    if (!part) return row;
    const validFrom = isWeekly(row) && part.validFrom !== null ? part.validFrom : row.validFrom;
    return { ...row, validFrom, lessonId: part.lessonId, continues: row.lessonId };
  };
