import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { counted } from '../../../lib/texts.ts';
import { CalendarArrowDown, PencilLine, Route, type LucideIcon } from 'lucide-react';

export type ClearedKind = CalendarLesson['source'];

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

type Counts = Readonly<Record<ClearedKind, { readonly weekly: number; readonly dated: number }>>;

/** The numbers of lessons of each kind that some teachers have from today on: weekly ones, and those on a single date. */
export const countKinds = (
  rows: readonly CalendarLesson[],
  teacherIds: ReadonlySet<string>,
  today: IsoDate,
): Counts => {
  const own = rows.filter((row) => teacherIds.has(row.teacherId) && isOngoing(row, today));
  const current = own.filter((row) => !isReplaced(row, own));
  const count = (kind: ClearedKind) => {
    const some = current.filter(({ source }) => source === kind);
    const dated = some.filter(({ date }) => date !== null).length;
    return { weekly: some.length - dated, dated };
  };
  return { optimized: count('optimized'), manual: count('manual'), actual: count('actual') };
};

/** "2 weekly entries and 1 on a single date". */
export const countedWords = (counts: Counts, kinds: ReadonlySet<ClearedKind>): string => {
  const some = [...kinds].map((kind) => counts[kind]);
  const weekly = some.reduce((sum, count) => sum + count.weekly, 0);
  const dated = some.reduce((sum, count) => sum + count.dated, 0);
  const noun = kinds.has('manual') ? 'entry' : 'lesson';
  if (weekly + dated === 0) return counted(0, noun);
  if (dated === 0) return counted(weekly, `weekly ${noun}`);
  if (weekly === 0) return `${counted(dated, noun)} on ${dated === 1 ? 'a single date' : 'single dates'}`;
  return `${counted(weekly, `weekly ${noun}`)} and ${dated} on ${dated === 1 ? 'a single date' : 'single dates'}`;
};
