import type { ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import type { previewRestore, RestoredRows } from '@rondo/contracts/api/history/backups.ts';
import type { Closure } from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays, longDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { longDate, shortDate } from '@rondo/contracts/calendar/words.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { calendarDiff, isSeries, type CalendarChange, type ShownDate, type ShownSeries } from './calendar-diff.ts';
import type { RestorePlan } from './restore-plan.ts';
import type { StreamGoal } from './stream-goals.ts';

type Rows = { added: RestoredRows['added']; removed: RestoredRows['removed']; changed: RestoredRows['changed'] };

const people = (goals: readonly StreamGoal[]): Rows => {
  const rowsOf = (kind: StreamGoal['kind'], textOf: (goal: StreamGoal) => string) =>
    goals.flatMap((goal) => (goal.kind === kind ? [{ id: goal.entityId, name: goal.name, text: textOf(goal) }] : []));
  const sameTime = { before: null, after: null };
  return {
    added: rowsOf('returns', () => 'Comes back'),
    removed: rowsOf('goes', () => 'Was added later: removed'),
    changed: rowsOf('changes', ({ text }) => text || 'Is as it was then').map((row) => ({ ...row, ...sameTime })),
  };
};

type Names = {
  readonly today: IsoDate;
  /** Today's: what comes back obeys them. */
  readonly closures: readonly Closure[];
  readonly titleOf: (lesson: Lesson) => string;
  readonly teacherOf: (teacherId: string) => string;
};

type ShownEntry = ShownDate | ShownSeries;

/** "December 8". */
const monthAndDay = (date: IsoDate): string => longDate(date).split(', ').at(-1) ?? '';

/** "Tue, Dec 1, 7:25 PM", "Fridays, 5:15 PM". */
const whenOf = (one: ShownEntry): string => {
  const time = formatTime(one.row.start);
  return isSeries(one) ? `${longDayName(one.row.dayOfWeek)}s, ${time}` : `${shortDate(one.date)}, ${time}`;
};

/** From when on, unless that is in the next seven days, and until when. */
const spanOf = (one: ShownEntry, today: IsoDate, isOtherDay = false): string => {
  if (!isSeries(one)) return '';
  const from = isOtherDay || one.from > addDays(today, 7) ? `, from ${monthAndDay(one.from)}` : '';
  return `${from}${one.to === null ? '' : `, until ${monthAndDay(one.to)}`}`;
};

/** What follows the time of a lesson that comes back or goes. */
const whole = (one: ShownEntry, today: IsoDate, by: string): string => {
  const weekly = isSeries(one) && one.to === null ? ', every week' : '';
  return `${whenOf(one)}${weekly}${spanOf(one, today)}${by}`;
};

const statusWords: Readonly<Record<Lesson['status'], string>> = {
  scheduled: 'scheduled',
  optimized: 'not decided yet',
  recommended: 'to be confirmed',
  cancelled: 'cancelled',
};

const statusOf = (one: ShownEntry): string => (!isSeries(one) && one.isClosed ? 'closed' : statusWords[one.row.status]);

const longestNote = 60;
const noteText = (notes: string | null): string => {
  if (notes === null) return 'without a note';
  return `note “${notes.length > longestNote ? `${notes.slice(0, longestNote)}…` : notes}”`;
};

/** What of a lesson differs from another one, besides when it is. */
const ownWords = (one: ShownEntry, { row: other }: ShownEntry): string[] => {
  const { row } = one;
  return [
    ...(row.eventTitle === other.eventTitle ? [] : [row.eventTitle ?? 'without a title']),
    ...(row.duration === other.duration ? [] : [`${row.duration} min`]),
    ...(row.customAddress === other.customAddress ? [] : [row.customAddress ? `at ${row.customAddress}` : 'at home']),
    ...(row.notes === other.notes ? [] : [noteText(row.notes)]),
    ...(one.row.status === other.status ? [] : [statusOf(one)]),
  ];
};

type Change = Extract<CalendarChange, { kind: 'changed' }>;

/** One side of a change: its time, and what else differs on the other side. */
const sideText = (
  one: ShownEntry | null,
  other: ShownEntry | null,
  { today, teacherOf }: Names,
  isAfter: boolean,
): string => {
  if (!one) return other ? `${whenOf(other)}, deleted` : '';
  if (!other) return `${whenOf(one)}, ${statusOf(one)}`;
  const isOtherDay = isAfter && isSeries(one) && one.row.dayOfWeek !== other.row.dayOfWeek;
  const by = one.teacherId === other.teacherId ? '' : ` with ${teacherOf(one.teacherId)}`;
  return [`${whenOf(one)}${by}${spanOf(one, today, isOtherDay)}`, ...ownWords(one, other)].join(', ');
};

const lessons = (changes: readonly CalendarChange[], names: Names): Rows => {
  const rows: Rows = { added: [], removed: [], changed: [] };
  const named = ({ row }: ShownEntry) => ({ id: row.lessonId, name: names.titleOf(row) });
  const changed = ({ is, was }: Change): void => {
    const one = was ?? is;
    if (!one) return;
    const [before, after] = [sideText(is, was, names, false), sideText(was, is, names, true)];
    rows.changed.push({ ...named(one), before, after, text: `${before} becomes ${after}` });
  };
  const teachers = new Set(changes.flatMap(({ is, was }) => [is?.teacherId ?? [], was?.teacherId ?? []].flat()));
  const by = ({ teacherId }: ShownEntry): string => (teachers.size > 1 ? `, with ${names.teacherOf(teacherId)}` : '');
  const comesOrGoes = (one: ShownEntry) => ({ ...named(one), text: whole(one, names.today, by(one)) });
  for (const change of changes) {
    if (change.kind === 'added') rows.added.push(comesOrGoes(change.was));
    else if (change.kind === 'removed') rows.removed.push(comesOrGoes(change.is));
    else changed(change);
  }
  return rows;
};

/** What a restore changes in what the calendar shows. */
export const calendarChanges = (
  { schedules }: RestorePlan,
  { today, closures }: Pick<Names, 'today' | 'closures'>,
): CalendarChange[] => {
  const rowsOf = (rows: (teacherId: string) => Iterable<Lesson>) =>
    [...schedules.keys()].flatMap((teacherId) => [...rows(teacherId)].map((row) => ({ row, teacherId })));
  return calendarDiff(
    rowsOf((teacherId) => schedules.get(teacherId)?.now.lessons.values() ?? []),
    rowsOf((teacherId) => schedules.get(teacherId)?.goal.rows.values() ?? []),
    today,
    closures,
  );
};

/** What a restore would change, in words. */
export const previewOf = (plan: RestorePlan, asOf: string, names: Names): ResponseOf<typeof previewRestore> => {
  const all = {
    students: people(plan.students),
    teachers: people(plan.teachers),
    lessons: lessons(calendarChanges(plan, names), names),
  };
  const count = (kind: keyof Rows): number => Object.values(all).reduce((sum, rows) => sum + rows[kind].length, 0);
  return {
    asOf,
    counts: { added: count('added'), removed: count('removed'), changed: count('changed') },
    ...all,
    staysAway: plan.staysAway
      .filter((row) => isWeekly(row) || !isOccurrence(row))
      .map((row) => ({
        id: row.lessonId,
        name: names.titleOf(row),
        text: `${row.date === null ? `${longDayName(row.dayOfWeek)}s` : shortDate(row.date)}, ${formatTime(row.start)}`,
      })),
  };
};
