import type { Answer } from '../answers.ts';
import { callerOf, type Visit, type Visitor } from '../visit.ts';

type Window = { readonly day: number; readonly from: string; readonly to: string; readonly preferred?: boolean };

/** Availability as forms send it. */
export const windows = (...all: readonly Window[]) =>
  all.map(({ day, from, to, preferred = false }) => ({
    dayOfWeek: day,
    startTime: from,
    endTime: to,
    enabled: true,
    isPreferred: preferred,
  }));

export const weekdays = (from: string, to: string) => windows(...[1, 2, 3, 4, 5].map((day) => ({ day, from, to })));

/** Who takes part in several chapters, and the ids that they have there. */
export type Cast = {
  readonly dana: Visitor;
  /** Somebody with another studio. */
  readonly stranger: Visitor;
  readonly nobody: Visitor;
  /** Ids by the first name. */
  readonly teachers: Record<string, string>;
  readonly students: Record<string, string>;
  readonly lessons: Record<string, string>;
  readonly invoices: Record<string, string>;
  readonly reports: Record<string, string>;
  readonly backups: Record<string, string>;
};

export const castOf = (visit: Visit): Cast => ({
  dana: callerOf(visit, 'Dana'),
  stranger: callerOf(visit, 'a stranger'),
  nobody: callerOf(visit, 'nobody'),
  teachers: {},
  students: {},
  lessons: {},
  invoices: {},
  reports: {},
  backups: {},
});

/** A part of the visit. */
export type Chapter = (visit: Visit, cast: Cast) => Promise<void>;

/** Remembers an id under a name. */
export const noteId = (ids: Record<string, string>, name: string, { id }: Answer): string => (ids[name] = id);
