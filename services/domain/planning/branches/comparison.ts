import type { ComparisonRow } from '@rondo/contracts/api/branches/comparison.ts';
import { shortDayName, weekOrder, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration, formatTime, toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { Branch } from '@rondo/contracts/events/branches/branch.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { studentName } from '../instance/instance.ts';
import type { BranchRows } from './changed-rows.ts';
import type { StandingLesson, WeekFigures } from './figures.ts';

/** A branch's week, or the present one. */
export type Column = {
  readonly name: string;
  readonly rows: BranchRows;
  readonly figures: WeekFigures;
  readonly plan: Branch['plan'];
};

type Cell = ComparisonRow['cells'][number];
type Key = ComparisonRow['key'];

const plain = (text: string, value: number | null, lines: readonly string[] = []): Cell => ({
  text,
  value,
  against: null,
  by: null,
  lines: [...lines],
});

const weekTime = ({ dayOfWeek, start }: Pick<StandingLesson, 'dayOfWeek' | 'start'>): string =>
  `${shortDayName(dayOfWeek)} ${formatTime(start)}`;

/** How a family is called in a list: by the first name, unless two share it. */
const calledIn = ({ students }: BranchRows): ((studentId: string) => string) => {
  const counts = Map.groupBy(students.values(), ({ details }) => details.firstName);
  return (studentId) => {
    const student = students.get(studentId);
    if (!student) return '';
    return counts.get(student.details.firstName)?.length === 1 ? student.details.firstName : studentName(student);
  };
};

/** The families whose standing lesson has another time, another teacher or none: each once, with the lesson of the first of its students. */
export const movesFrom = (now: Column, branch: Column): { readonly family: string; readonly text: string }[] => {
  const called = calledIn(branch.rows);
  const moves = new Map<string, string>();
  for (const [studentId, before] of now.figures.lessonOf) {
    const student = branch.rows.students.get(studentId);
    if (!student || branch.rows.leaving.has(studentId)) continue;
    const after = branch.figures.lessonOf.get(studentId);
    const stays =
      after?.dayOfWeek === before.dayOfWeek && after.start === before.start && after.teacherId === before.teacherId;
    if (stays) continue;
    const family = student.household_id ?? studentId;
    if (moves.has(family)) continue;
    moves.set(family, `${called(studentId)}: ${weekTime(before)} → ${after ? weekTime(after) : 'no lesson'}`);
  }
  return [...moves].map(([family, text]) => ({ family, text }));
};

const reasonsOf = ({ rows, figures, plan }: Column): string[] => {
  const reasons = new Map(
    (plan?.plans ?? []).flatMap(({ content }) =>
      content.unscheduledAnalysis.map(({ studentId, reason }) => [studentId, reason] as const),
    ),
  );
  return figures.notPlaced.map((student) => {
    const reason = reasons.get(student.student_id) ?? (plan ? 'Not among the students of this plan.' : '');
    return `${calledIn(rows)(student.student_id)}: ${reason === '' ? 'no weekly lesson' : reason}`;
  });
};

const proofOf = ({ plan }: Column): Cell => {
  if (!plan) return plain('Not planned', null);
  const proven = plan.plans.every(({ content }) => content.optimizationStats.proven);
  const { maxMoved } = plan;
  const calls = maxMoved === null ? [] : [`for at most ${maxMoved} ${maxMoved === 1 ? 'call' : 'calls'}`];
  return plain(proven ? 'Proven' : 'Not proven', proven ? 1 : 0, calls);
};

const homeDays = (homeBy: ReadonlyMap<DayOfWeek, number>) =>
  weekOrder.flatMap((dayOfWeek) => {
    const at = homeBy.get(dayOfWeek);
    return at === undefined ? [] : { dayOfWeek, at };
  });

/** The weekday on which the teachers are home latest. */
export const latestHome = ({ homeBy }: WeekFigures): { readonly dayOfWeek: DayOfWeek; readonly at: number } | null =>
  homeDays(homeBy).reduce<{ dayOfWeek: DayOfWeek; at: number } | null>(
    (latest, day) => (latest && latest.at >= day.at ? latest : day),
    null,
  );

type Measure = {
  readonly key: Key;
  readonly label: string;
  readonly valueOf: (column: Column) => number | null;
  readonly textOf: (column: Column) => string;
  readonly linesOf?: (column: Column) => readonly string[];
  /** Whether more is better, or less. */
  readonly better: 'more' | 'less';
  /** "46 min less": how far a value is from that of the present week. */
  readonly by: (difference: number) => string;
};

const counted = (difference: number): string => `${Math.abs(difference)} ${difference > 0 ? 'more' : 'fewer'}`;
const minutes = (difference: number): string =>
  `${formatDuration(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`;

const measures = (currency: string): Measure[] => {
  const money = (amount: number): string => moneyText(amount, currency);
  const amounts = (difference: number): string => `${money(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`;
  return [
    {
      key: 'placed',
      label: 'Students placed',
      valueOf: ({ figures }) => figures.placed,
      textOf: ({ figures }) => `${figures.placed} of ${figures.students}`,
      better: 'more',
      by: counted,
    },
    {
      key: 'preferred',
      label: 'Preferred slots',
      valueOf: ({ figures }) => figures.preferred,
      textOf: ({ figures }) => `${figures.preferred} of ${figures.preferredPossible}`,
      better: 'more',
      by: counted,
    },
    {
      key: 'driving',
      label: 'Driving a week',
      valueOf: ({ figures }) => figures.driveMinutes,
      textOf: ({ figures }) => formatDuration(figures.driveMinutes),
      better: 'less',
      by: minutes,
    },
    {
      key: 'waiting',
      label: 'Waiting',
      valueOf: ({ figures }) => figures.waitingMinutes,
      textOf: ({ figures }) => formatDuration(figures.waitingMinutes),
      better: 'less',
      by: minutes,
    },
    {
      key: 'days',
      label: 'Days with lessons',
      valueOf: ({ figures }) => figures.days,
      textOf: ({ figures }) => String(figures.days),
      better: 'less',
      by: counted,
    },
    {
      key: 'latestHome',
      label: 'Latest home',
      valueOf: ({ figures }) => latestHome(figures)?.at ?? null,
      textOf: ({ figures }) => {
        const latest = latestHome(figures);
        return latest ? weekTime({ dayOfWeek: latest.dayOfWeek, start: latest.at }) : '–';
      },
      better: 'less',
      by: (difference) => `${formatDuration(Math.abs(difference))} ${difference > 0 ? 'later' : 'earlier'}`,
    },
    {
      key: 'income',
      label: 'Income a week',
      valueOf: ({ figures }) => figures.incomeCents / 100,
      textOf: ({ figures }) => money(figures.incomeCents / 100),
      linesOf: ({ figures: { withoutRate } }) =>
        withoutRate === 0 ? [] : [`${withoutRate} ${withoutRate === 1 ? 'student has' : 'students have'} no rate`],
      better: 'more',
      by: amounts,
    },
    {
      key: 'perHour',
      label: 'Income per hour, door to door',
      valueOf: ({ figures }) => figures.perHour,
      textOf: ({ figures: { perHour } }) => (perHour === null ? '–' : money(perHour)),
      better: 'more',
      by: amounts,
    },
  ];
};

const measuredCells = (measure: Measure, now: Column, branches: readonly Column[]): Cell[] => {
  const cellOf = (column: Column): Cell =>
    plain(measure.textOf(column), measure.valueOf(column), measure.linesOf?.(column));
  return [
    cellOf(now),
    ...branches.map((column): Cell => {
      const cell = cellOf(column);
      const before = measure.valueOf(now);
      if (cell.value === null || before === null) return cell;
      const difference = cell.value - before;
      if (measure.textOf(column) === measure.textOf(now) || difference === 0) return { ...cell, against: 'same' };
      const isBetter = difference > 0 === (measure.better === 'more');
      return { ...cell, against: isBetter ? 'better' : 'worse', by: measure.by(difference) };
    }),
  ];
};

const content = ({ text, lines }: Cell): string => [text, ...lines].join('\n');

const row = (key: Key, label: string, cells: Cell[]): ComparisonRow => ({
  key,
  label,
  same: new Set(cells.map(content)).size === 1,
  cells,
});

/** Branches beside the present week, row by row: what each comes to, and how much better or worse that is. */
export const comparisonRows = (now: Column, branches: readonly Column[], currency: string): ComparisonRow[] => {
  const measured = new Map(
    measures(currency).map((measure) => [
      measure.key,
      row(measure.key, measure.label, measuredCells(measure, now, branches)),
    ]),
  );
  const of = (...keys: readonly Key[]): ComparisonRow[] => keys.flatMap((key) => measured.get(key) ?? []);
  const all = [now, ...branches];
  const moves = branches.map((column) => {
    const moved = movesFrom(now, column);
    return plain(
      String(moved.length),
      moved.length,
      moved.map(({ text }) => text),
    );
  });
  const notPlaced = all.map((column) => {
    const count = column.figures.notPlaced.length;
    return plain(count === 0 ? 'no one' : String(count), count, reasonsOf(column));
  });
  const [home] = of('latestHome');
  const days = all.map(({ figures }) =>
    homeDays(figures.homeBy).map(({ dayOfWeek, at }) => ({ dayOfWeek, time: toTimeText(at) })),
  );
  return [
    ...of('placed', 'preferred', 'driving', 'waiting', 'days'),
    ...(home ? [{ ...home, days }] : []),
    row('moves', 'Families that move', [plain('–', null), ...moves]),
    row('notPlaced', 'Not placed', notPlaced),
    ...of('income', 'perHour'),
    row('proof', 'Proof', all.map(proofOf)),
  ];
};

/** The columns that are alike in all rows but the proof, and which they are like. The moves of a week from itself are none. */
export const equalColumns = (
  rows: readonly ComparisonRow[],
  columns: readonly { readonly id: string | null; readonly name: string }[],
): { id: string; name: string; text: string }[] => {
  const of = (at: number): string =>
    rows
      .filter(({ key }) => key !== 'proof')
      .map(({ key, cells }) => {
        const cell = cells[at];
        if (cell && key === 'moves' && (cell.value ?? 0) === 0) return 'none';
        return cell ? content(cell) : '';
      })
      .join('\f');
  return columns.flatMap(({ id, name }, at) => {
    const first = columns.findIndex((_, earlier) => of(earlier) === of(at));
    return id === null || first === at ? [] : [{ id, name, text: `Same as ${columns[first]?.name ?? ''}.` }];
  });
};
