import { checkConflicts, generateAlternatives, type Lesson } from '@rondo/contracts/api/lessons.ts';
import type { CallOf, ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import { addDays, dayOfWeekOf, longDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { call, CallFailed } from '../../lib/client.ts';

export type ConflictEvent = ResponseOf<typeof checkConflicts>['conflictingEvents'][number];
export type Slot = ResponseOf<typeof generateAlternatives>['alternatives'][number];
/** An entry in the form that the conflict and suggestion calls take. */
export type WantedEntry = CallOf<typeof checkConflicts>['body'];

/** A taken time: the conflicts, and other times; null alternatives could not be loaded. */
export type Conflict = {
  readonly events: readonly ConflictEvent[];
  readonly alternatives: readonly Slot[] | null;
};

const refusedBody = checkConflicts.response.pick({ conflictingEvents: true });

/** The conflicts of a rejected write; null if it was rejected for another reason. */
export const conflictsOf = (error: unknown): readonly ConflictEvent[] | null => {
  if (!(error instanceof CallFailed) || error.status !== 409) return null;
  const body = refusedBody.safeParse(error.body);
  return body.success ? body.data.conflictingEvents : null;
};

/** A row in the form that the conflict and suggestion calls take, without its date. */
export const wantedRow = (row: Lesson): WantedEntry => ({
  id: row.id,
  entryType: row.entryType,
  teacherId: row.teacherId,
  studentId: row.studentId,
  eventTitle: row.eventTitle,
  startTime: row.startTime,
  duration: row.duration,
  customAddress: row.customAddress,
  useInOptimization: row.useInOptimization,
});

/** Other times for an entry whose time is taken. Null on failure, so that the conflict is shown anyway. */
export const withAlternatives = async (events: readonly ConflictEvent[], wanted: WantedEntry): Promise<Conflict> => ({
  events,
  alternatives: await call(generateAlternatives, { body: wanted }).then(
    ({ alternatives }) => alternatives,
    () => null,
  ),
});

/** A conflicting entry: its first conflict, and all dates of its conflicts. */
export type ConflictingEntry = { readonly first: ConflictEvent; readonly dates: readonly IsoDate[] };

/** One row per entry, in order of the first conflict: a weekly entry conflicts on many dates. */
export const entriesOf = (events: readonly ConflictEvent[]): readonly ConflictingEntry[] => {
  const entries = new Map<string, ConflictingEntry>();
  for (const event of events) {
    const { first = event, dates = [] } = entries.get(event.id) ?? {};
    entries.set(event.id, { first, dates: [...dates, event.date] });
  }
  return [...entries.values()];
};

/** "Tue, Nov 24, 4:15 – 5:00 PM", or "Tuesdays, 4:15 – 5:00 PM (every week)" for an entry that conflicts on several dates. */
export const conflictWords = ({ first, dates }: ConflictingEntry): string => {
  if (dates.length === 1) return eventWords(first);
  const isEveryWeek = dates.every((date, week) => date === addDays(first.date, 7 * week));
  const often = isEveryWeek ? 'every week' : `${dates.length} dates`;
  return `${slotWords({ ...first, dayOfWeek: dayOfWeekOf(first.date), weekly: true })} (${often})`;
};

/** "Tue, Nov 24, 4:15 – 5:00 PM", or "Tuesdays, 4:15 – 5:00 PM" for a weekly one. */
export const slotWords = ({ date, dayOfWeek, startTime, endTime, weekly }: Omit<Slot, 'reasoningText'>): string => {
  const times = formatTimeRange(toMinutes(startTime), toMinutes(endTime));
  return weekly === true ? `${longDayName(dayOfWeek)}s, ${times}` : `${shortDate(date)}, ${times}`;
};

/** "Tue, Nov 24, 4:15 – 5:00 PM". */
export const eventWords = ({
  date,
  startTime,
  endTime,
}: {
  date: IsoDate;
  startTime: string;
  endTime: string;
}): string => `${shortDate(date)}, ${formatTimeRange(toMinutes(startTime), toMinutes(endTime))}`;
