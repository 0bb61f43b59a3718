import type { FamilyChanges, LessonChange } from '@rondo/contracts/api/history/changes.ts';
import { daysBetween, longDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { closureInBrief } from '@rondo/contracts/calendar/closures/words.ts';
import { calendarDate, monthAndDay, shortDate } from '@rondo/contracts/calendar/words.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { dayAndTime, type StudioTime } from '../../calendar/moments/moment-text.ts';
import { joined } from '../../lib/texts.ts';

/** Students who are told together. */
export type Family = {
  readonly id: string;
  readonly name: string;
  readonly students: readonly FamilyChanges[];
  /** The date of the first change. */
  readonly soonest: IsoDate;
  readonly message: string;
};

const dateOf = ({ weekly, date }: LessonChange): IsoDate => weekly?.from ?? date ?? '';

/** The families, the soonest change first. */
export const familiesOf = (rows: readonly FamilyChanges[]): Family[] =>
  [...Map.groupBy(rows, ({ family }) => family.id)]
    .map(([id, students]) => ({
      id,
      name: joined(students.map(({ name }) => name)),
      students,
      soonest: students.flatMap(({ changes }) => changes.map(dateOf)).toSorted()[0] ?? '',
      message: students[0]?.family.message ?? '',
    }))
    .toSorted((a, b) => (a.soonest === b.soonest ? a.name.localeCompare(b.name) : a.soonest < b.soonest ? -1 : 1));

/** Up to when a family knows everything once it is told of what is listed. */
export const untilOf = (rows: readonly FamilyChanges[]): string =>
  rows.reduce((latest, { until }) => (until > latest ? until : latest), '');

/** "In 2 days", for what is near; null for the rest. */
export const soonText = (date: IsoDate, today: IsoDate): string | null => {
  const days = daysBetween(today, date);
  if (days > 3) return null;
  return days <= 0 ? 'Today' : days === 1 ? 'Tomorrow' : `In ${days} days`;
};

type Time = NonNullable<LessonChange['before']>;

const timeOf = ({ startTime }: Time): string => formatTime(toMinutes(startTime));

/** "Tue, Dec 1, 7:25 PM", "Wednesdays 5:15 PM". */
const whenOf = (time: Time): string =>
  time.date === null ? `${longDayName(time.dayOfWeek)}s ${timeOf(time)}` : `${shortDate(time.date)}, ${timeOf(time)}`;

/** What is different at the same time: "60 min, with Marcus Hill". */
const newsOf = (before: Time, after: Time): string =>
  [
    ...(before.duration === after.duration ? [] : [`${after.duration}\u00a0min`]),
    ...(before.teacher.id === after.teacher.id ? [] : [`with ${after.teacher.name}`]),
    ...(before.address === after.address ? [] : [after.address === null ? 'at home' : `at ${after.address}`]),
  ].join(', ');

const spanOf = ({ weekly }: LessonChange): string => {
  if (!weekly) return '';
  return weekly.to === null
    ? `, from ${monthAndDay(weekly.from)}`
    : `, from ${monthAndDay(weekly.from)} to ${monthAndDay(weekly.to)}`;
};

const kindWords = {
  added: 'new',
  restored: 'takes place after all',
  cancelled: 'cancelled',
  ended: 'none',
  moved: 'moved',
  edited: 'changed',
} as const;

/** "Dec 21 – Jan 3 (Winter break), no lessons". */
const closureLine = ({ days, reason }: NonNullable<LessonChange['closure']>, isClosed: boolean): string => {
  const spans = joined(days.map((span) => closureInBrief({ ...span, reason: null })));
  return `${spans}${reason === null ? '' : ` (${reason})`}, ${isClosed ? 'no lessons' : 'lessons take place after all'}`;
};

/** A change in short: the time that a lesson leaves, if it moves, and the rest. */
export const lineOf = (change: LessonChange): { readonly left: string | null; readonly text: string } => {
  const { kind, before, after, closure } = change;
  if (closure) return { left: null, text: closureLine(closure, kind === 'cancelled') };
  const span = spanOf(change);
  if (before && after) {
    const isSameDay = before.dayOfWeek === after.dayOfWeek && before.date === after.date;
    return kind === 'moved'
      ? { left: whenOf(before), text: `, now ${isSameDay ? timeOf(after) : whenOf(after)}${span}` }
      : { left: null, text: `${whenOf(after)}, now ${newsOf(before, after)}${span}` };
  }
  const when = before ?? after;
  return { left: null, text: `${when ? whenOf(when) : ''}, ${kindWords[kind]}${span}` };
};

/** "Nov 12", with the year where it is another one. */
const shortDay = (date: IsoDate, { today }: StudioTime): string =>
  date.slice(0, 4) === today.slice(0, 4) ? monthAndDay(date) : calendarDate(date);

/** Whether the family's calendar has the changes, or when the family was told last. */
export const calendarText = (students: readonly FamilyChanges[], place: StudioTime): string => {
  const read = students
    .flatMap(({ calendar }) => calendar ?? [])
    .toSorted((a, b) => Number(b.changedSince) - Number(a.changedSince));
  const [calendar] = read;
  const [toldUntil = null] = students.flatMap((one) => one.toldUntil ?? []).toSorted();
  const told =
    toldUntil === null
      ? 'Never told'
      : `Told up to ${shortDay(wallClock(Date.parse(toldUntil), place.timeZone).date, place)}`;
  if (!calendar) return `No calendar shared. ${told}`;
  const { lastFetchedAt, lastFetchedBy, changedSince } = calendar;
  if (lastFetchedAt === null) return `The calendar is shared and was not read yet. ${told}`;
  const app = lastFetchedBy ?? 'An app';
  const at = dayAndTime(lastFetchedAt, place, (date) => `on ${shortDay(date, place)}`);
  return `${app} read the calendar ${at}, ${changedSince ? 'before' : 'after'} the change`;
};
