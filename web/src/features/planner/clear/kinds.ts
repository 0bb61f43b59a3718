import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { CalendarArrowDown, PencilLine, Route, type LucideIcon } from 'lucide-react';

export type ClearedKind = CalendarLesson['source'];

/** The kinds of lessons that can be cleared. */
export const clearedKinds: readonly {
  readonly kind: ClearedKind;
  readonly label: string;
  readonly icon: LucideIcon;
}[] = [
  { kind: 'optimized', label: 'Optimized lessons', icon: Route },
  { kind: 'manual', label: 'Manual entries', icon: PencilLine },
  { kind: 'actual', label: 'Imported lessons', icon: CalendarArrowDown },
];

/** True for rows that are cleared individually: an ongoing series, or a future dated lesson. An occurrence is cleared with its series. */
const isOngoing = (row: CalendarLesson, today: IsoDate): boolean =>
  row.date === null ? lastsTo(row, today) : row.seriesId === null && row.date >= today;

/** True for a series that a later one of the same student and teacher replaces: together they are one weekly lesson. */
const isReplaced = (row: CalendarLesson, rows: readonly CalendarLesson[]): boolean =>
  isWeekly(row) &&
  row.validTo !== null &&
  rows.some(
    (later) =>
      isWeekly(later) &&
      later.validFrom > (row.validTo ?? '') &&
      (later.continues === row.lessonId ||
        (row.studentId !== null && later.studentId === row.studentId && later.source === row.source)) &&
      later.teacherId === row.teacherId,
  );

/** The number of lessons of each kind that some teachers have from today on. */
export const countKinds = (
  rows: readonly CalendarLesson[],
  teacherIds: ReadonlySet<string>,
  today: IsoDate,
): Readonly<Record<ClearedKind, number>> => {
  const own = rows.filter((row) => teacherIds.has(row.teacherId) && isOngoing(row, today));
  const current = own.filter((row) => !isReplaced(row, own));
  const count = (kind: ClearedKind): number => current.filter(({ source }) => source === kind).length;
  return { optimized: count('optimized'), manual: count('manual'), actual: count('actual') };
};
