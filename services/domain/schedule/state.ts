import type { Lesson, Occurrence, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { JointPlan } from '@rondo/contracts/events/schedule/schedule.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { AttendanceRecord } from '@rondo/contracts/policy/attendance.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { HeldTime } from './questions/holds.ts';
import type { RepairQuestion } from './questions/state.ts';
import type { TimeRequest } from './requests/state.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';

/** A series that a pending plan replaces, as it was, with the exceptions that the plan removes from it. */
export type Base = { readonly lesson: WeeklyLesson; readonly occurrences: readonly Occurrence[] };

export type PlanEntry = { readonly bases: readonly Base[]; readonly lessonId: string | null };

/** A plan pending a decision: the difference from the last accepted schedule. Its lessons are the rows of status `optimized`. */
export type PendingPlan = {
  readonly reportId: string;
  readonly runId: string;
  readonly startsOn: IsoDate;
  /** By student. */
  readonly entries: ReadonlyMap<string, PlanEntry>;
  readonly endsElsewhere: readonly { readonly teacherId: string; readonly lessonId: string; readonly from: IsoDate }[];
  /** The teachers with whom it is decided as one; null where it stands alone. */
  readonly joint: JointPlan | null;
};

export type ReportState = 'pending' | 'withdrawn' | 'accepted' | 'rejected' | 'superseded' | 'undone';

/** One teacher's schedule. Only `evolve` mutates it, and only the handler's own copies. */
export type ScheduleState = {
  readonly lessons: ReadonlyMap<string, Lesson>;
  /** The last event that touched each row. */
  readonly revisions: ReadonlyMap<string, number>;
  readonly plan: PendingPlan | null;
  readonly reports: ReadonlyMap<string, ReportState>;
  readonly newestReportId: string | null;
  /** Reverted cancellations: the id of the removed row, and the series whose date is restored. */
  readonly vanished: ReadonlyMap<string, string>;
  /** Rows that a sync with the calendar feed cancelled and that have not been changed since. */
  readonly cancelledByFeed: ReadonlySet<string>;
  /** Who was there, by date, as it was recorded in this schedule; null: it was cleared. */
  readonly attendance: ReadonlyMap<string, AttendanceRecord | null>;
  /** What families asked for, by id, in order. */
  readonly requests: ReadonlyMap<string, TimeRequest>;
  /** What families are asked before a repair, by id, in order. */
  readonly questions: ReadonlyMap<string, RepairQuestion>;
  /** The times that are or were held for questions from the form, by question, in order. */
  readonly holds: ReadonlyMap<string, HeldTime>;
};

/** A schedule whose parts `evolve` changes in place. */
export type Draft = ScheduleState & {
  lessons: Map<string, Lesson>;
  revisions: Map<string, number>;
  reports: Map<string, ReportState>;
  vanished: Map<string, string>;
  cancelledByFeed: Set<string>;
  attendance: Map<string, AttendanceRecord | null>;
  requests: Map<string, TimeRequest>;
  questions: Map<string, RepairQuestion>;
  holds: Map<string, HeldTime>;
};

/** The same schedule, its parts where they are: it must be the caller's own copy. */
export const draftOf = (state: ScheduleState): Draft => ({
  ...state,
  lessons: state.lessons instanceof Map ? state.lessons : new Map(state.lessons),
  revisions: state.revisions instanceof Map ? state.revisions : new Map(state.revisions),
  reports: state.reports instanceof Map ? state.reports : new Map(state.reports),
  vanished: state.vanished instanceof Map ? state.vanished : new Map(state.vanished),
  cancelledByFeed: state.cancelledByFeed instanceof Set ? state.cancelledByFeed : new Set(state.cancelledByFeed),
  attendance: state.attendance instanceof Map ? state.attendance : new Map(state.attendance),
  requests: state.requests instanceof Map ? state.requests : new Map(state.requests),
  questions: state.questions instanceof Map ? state.questions : new Map(state.questions),
  holds: state.holds instanceof Map ? state.holds : new Map(state.holds),
});

/** The occurrences of a series. */
export const occurrencesOf = (state: ScheduleState, seriesId: string): Occurrence[] =>
  [...state.lessons.values()].filter(isOccurrence).filter((row) => row.seriesId === seriesId);

/** Every weekly series that still has a possible day on or after `from`. */
export const seriesFrom = (state: ScheduleState, from: IsoDate): WeeklyLesson[] =>
  [...state.lessons.values()].filter(isWeekly).filter((series) => lastsTo(series, from));

/** The series of a pending plan, including earlier parts of it. */
export const pendingSeries = (state: ScheduleState): WeeklyLesson[] =>
  [...state.lessons.values()].filter(isWeekly).filter(({ status }) => status === 'optimized');
