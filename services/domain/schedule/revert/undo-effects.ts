import { longDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { lessonRowChanges } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { PlanEvent, ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import type { UndoEffect } from '../../../platform/commands/undo/undo-commands.ts';

type AttendanceEntry = Extract<PlanEvent, { type: 'AttendanceRecorded' }>['data']['entries'][number];

/** "Tue, Dec 8, 3:00 PM", "Tuesdays, 3:00 PM". */
const timeOf = ({ date, dayOfWeek, start }: Lesson): string =>
  `${date === null ? `${longDayName(dayOfWeek)}s` : shortDate(date)}, ${formatTime(start)}`;

/** The first part of the lesson that a row is of: a series with its parts and dates is one lesson. */
const rootOf = (row: Lesson, rows: ReadonlyMap<string, Lesson>): string => {
  let root = row.seriesId ?? row.lessonId;
  for (const seen = new Set<string>(); !seen.has(root);) {
    seen.add(root);
    root = rows.get(root)?.continues ?? root;
  }
  return root;
};

/** A date whose own row goes takes place as its series says. */
const asSeriesSays = (row: Lesson, rows: ReadonlyMap<string, Lesson>): Lesson | null => {
  const series = rows.get(row.seriesId ?? '');
  return series && row.originalDate !== null ? { ...series, date: row.originalDate } : null;
};

const sentenceOf = (now: Lesson | undefined, then: Lesson | null, title: string): string => {
  if (then === null) return now ? `${title}, ${timeOf(now)}, goes` : `${title} goes`;
  if (then.status === 'cancelled') return `${title}, ${timeOf(then)}, is cancelled again`;
  if (now && now.status !== 'cancelled' && timeOf(now) === timeOf(then))
    return `${title}, ${timeOf(then)}, is as before`;
  return `${title} back to ${timeOf(then)}`;
};

const recordedAs = { taught: 'recorded as taught again', absent: 'recorded as not home again' } as const;

/** What becomes of what was recorded of a date: "Leo Vance, Tue, Dec 8: nothing is recorded". */
const recordedEffect = (
  row: Lesson | undefined,
  { lessonId, date, record }: AttendanceEntry,
  titleOf: (lesson: Lesson) => string,
): UndoEffect => {
  const becomes = record === null ? 'nothing is recorded' : recordedAs[record.attendance];
  return {
    kind: 'lessons',
    id: lessonId,
    sentence: `${row ? titleOf(row) : 'A lesson'}, ${shortDate(date)}: ${becomes}`,
  };
};

/** What becomes of the time that is held for a question. */
const holdEffect = (event: ScheduleEvent): UndoEffect[] => {
  if (event.type !== 'TimeHeld' && event.type !== 'TimeReleased') return [];
  const { inquiryId } = event.data;
  const sentence =
    event.type === 'TimeReleased'
      ? 'The time held for a question is free again'
      : `${longDayName(event.data.dayOfWeek)}s, ${formatTime(event.data.start)}, are held for a question again`;
  return [{ kind: 'lessons', id: `hold-${inquiryId}`, sentence }];
};

/** What events do to the lessons of a schedule, in sentences: "Leo Vance back to Tue, Dec 1, 3:00 PM". */
export const undoEffects = (
  rows: ReadonlyMap<string, Lesson>,
  events: readonly ScheduleEvent[],
  titleOf: (lesson: Lesson) => string,
): UndoEffect[] => {
  const left = new Map(rows);
  const changed = new Set<string>();
  for (const event of events)
    for (const { lessonId, lesson } of lessonRowChanges(event, (id) => left.get(id))) {
      changed.add(lessonId);
      if (lesson) left.set(lessonId, lesson);
      else left.delete(lessonId);
    }
  const all = new Map([...rows, ...left]);
  const recorded = events.flatMap((event) => (event.type === 'AttendanceRecorded' ? event.data.entries : []));
  const ofRows = [...changed].flatMap((lessonId): UndoEffect[] => {
    const now = rows.get(lessonId);
    const row = left.get(lessonId) ?? now;
    if (!row) return [];
    const then = left.get(lessonId) ?? (now ? asSeriesSays(now, left) : null);
    return [{ kind: 'lessons', id: rootOf(row, all), sentence: sentenceOf(now, then, titleOf(row)) }];
  });
  return [
    ...ofRows,
    ...events.flatMap(holdEffect),
    ...recorded.map((entry) => recordedEffect(all.get(entry.lessonId), entry, titleOf)),
  ];
};
