import type { AttendanceReportRow } from '@rondo/contracts/api/studio/attendance.ts';
import { counted } from '../../../lib/texts.ts';

// The report of who was there: its columns and its words.

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
