import type { AttendanceReportRow } from '@rondo/contracts/api/studio/attendance.ts';
import type { Term } from '@rondo/contracts/api/studio/terms.ts';
import { addDays, isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { counted } from '../../../lib/texts.ts';

// The report of who was there: its periods, its columns and its words.

export type Counts = Omit<AttendanceReportRow, 'studentId' | 'name'>;
type Countable = keyof Counts;

/** The columns after the name. Those without a word are not named on phones. */
export const columns = [
  { key: 'lessons', title: 'Lessons', long: 'Lessons', word: null },
  { key: 'taught', title: 'Taught', long: 'Taught', word: 'taught' },
  { key: 'absent', title: 'Not home', long: 'Not home', word: 'not home' },
  { key: 'inTime', title: 'Cancelled in time', long: 'Cancelled in time', word: 'cancelled in time' },
  { key: 'late', title: 'Cancelled late', long: 'Cancelled late', word: 'cancelled late' },
  {
    key: 'byTeacher',
    title: 'By teacher',
    long: 'Cancelled by the teacher',
    word: 'cancelled by the teacher',
  },
  { key: 'cancelled', title: 'Otherwise', long: 'Cancelled otherwise', word: 'cancelled otherwise' },
  { key: 'ahead', title: 'Ahead', long: 'Ahead', word: 'ahead' },
  { key: 'closed', title: 'Closed', long: 'Closed', word: 'closed' },
  { key: 'begunLate', title: 'Began late', long: 'Began late', word: null },
] as const satisfies readonly { key: Countable; title: string; long: string; word: string | null }[];

type Column = (typeof columns)[number]['key'];
export type ReportOrder = { readonly by: Column | 'name'; readonly descending: boolean };

/** `?order=-absent`: most of them first. Without it by name. */
export const orderIn = (param: string | null): ReportOrder => ({
  by: columns.find(({ key }) => key === param?.replace('-', ''))?.key ?? 'name',
  descending: param?.startsWith('-') === true,
});

/** A click on a head: numbers begin with the largest, names with A; a second click turns the order around. */
export const orderAfter = ({ by, descending }: ReportOrder, key: ReportOrder['by']): string | null => {
  if (key === 'name') return by === 'name' && !descending ? '-name' : null;
  return by === key && descending ? key : `-${key}`;
};

/** Rows come by name, which decides where the numbers are the same. */
export const sortedReport = (rows: readonly AttendanceReportRow[], { by, descending }: ReportOrder) => {
  if (by === 'name') return descending ? rows.toReversed() : rows;
  return rows.toSorted((a, b) => (descending ? b[by] - a[by] : a[by] - b[by]));
};

/** The sums of all rows. */
export const totalOf = (rows: readonly AttendanceReportRow[]): Counts => {
  const sum = (key: Countable): number => rows.reduce((all, row) => all + row[key], 0);
  return {
    dates: sum('dates'),
    taught: sum('taught'),
    absent: sum('absent'),
    inTime: sum('inTime'),
    late: sum('late'),
    byTeacher: sum('byTeacher'),
    closed: sum('closed'),
    cancelled: sum('cancelled'),
    ahead: sum('ahead'),
    lessons: sum('lessons'),
    begunLate: sum('begunLate'),
    minutesLate: sum('minutesLate'),
  };
};

/** "2, 25 min in all": how often lessons began late. */
export const lateText = ({ begunLate, minutesLate }: Counts): string =>
  begunLate === 0 ? '0' : `${begunLate} (${minutesLate}\u00a0min)`;

/** "12 lessons: 10 taught, 1 not home, 1 cancelled late", for a phone. */
export const summaryOf = (counts: Counts): string => {
  const parts = columns.flatMap(({ key, word }) =>
    word === null || counts[key] === 0 ? [] : `${counts[key]} ${word}`,
  );
  const late = counts.begunLate === 0 ? [] : [`${counts.begunLate} began late`];
  return `${counted(counts.lessons, 'lesson')}${parts.length > 0 ? ': ' : ''}${[...parts, ...late].join(', ')}`;
};

export type Period = { readonly from: IsoDate; readonly to: IsoDate };
type NamedPeriod = Period & { readonly key: string; readonly label: string };

const longest = 400;
const monthAt = (date: IsoDate): Period => {
  const from = `${date.slice(0, 8)}01`;
  return { from, to: addDays(`${addDays(from, 31).slice(0, 8)}01`, -1) };
};

/** What can be reported on: the terms, the newest first, and what is near today. */
export const periodsOf = (terms: readonly Term[], today: IsoDate): readonly NamedPeriod[] => {
  const month = monthAt(today);
  return [
    ...terms.map(({ id, name, from, to }) => ({ key: id, label: name, from, to })).toReversed(),
    { key: 'month', label: 'This month', ...month },
    { key: 'before', label: 'Last month', ...monthAt(addDays(month.from, -1)) },
    { key: 'days', label: 'Last 90 days', from: addDays(today, -89), to: today },
  ];
};

export const otherDates = 'other';

type PeriodChoice = { readonly period: string | null; readonly from: string | null; readonly to: string | null };

/**
 * The period of a report. Without one in the URL it is the present term, else the last 90 days.
 * `problem`: why two dates are none; the report stays as it was.
 */
export const periodIn = (
  { period, from, to }: PeriodChoice,
  periods: readonly NamedPeriod[],
  today: IsoDate,
): Period & { readonly key: string; readonly problem?: string } => {
  const usual = periods.find((one) => one.from <= today && today <= one.to && one.key !== 'month');
  const found = periods.find(({ key }) => key === period) ?? usual;
  const known = found ?? { key: 'days', from: addDays(today, -89), to: today };
  if (period !== otherDates) return known;
  const first = from !== null && isIsoDate(from) ? from : known.from;
  const last = to !== null && isIsoDate(to) ? to : known.to;
  if (last < first) return { ...known, key: otherDates, problem: 'The last day can’t be before the first.' };
  if (addDays(first, longest - 1) < last)
    return { ...known, key: otherDates, problem: `Please choose a period of at most ${longest} days.` };
  return { key: otherDates, from: first, to: last };
};
