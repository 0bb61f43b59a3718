import { longDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { LessonChange } from '@rondo/contracts/api/history/changes.ts';
import { formatTime, formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { NetChange } from './net-changes.ts';
import type { Pattern, Slot } from './timetable.ts';

export type Names = { readonly student: string; readonly teacherOf: (teacherId: string) => string };

const hours = ({ start, duration }: Pattern): string => formatTimeRange(start, start + duration);
const at = ({ start }: Pattern): string => formatTime(start);
const everyWeek = (pattern: Pattern): string => `every ${longDayName(pattern.dayOfWeek)}`;
const dateAt = (slot: Slot): string => `${longDate(slot.date)} at ${at(slot)}`;

/** "takes 60 minutes (4:15 – 5:15 PM) and is with Marcus Hill": what is new besides the time. */
const news = (before: Pattern, after: Pattern, { teacherOf }: Names): string => {
  const parts = [
    ...(before.duration === after.duration ? [] : [`takes ${after.duration} minutes (${hours(after)})`]),
    ...(before.address === after.address ? [] : [after.address === null ? 'is at home' : `is at ${after.address}`]),
    ...(before.teacherId === after.teacherId ? [] : [`is with ${teacherOf(after.teacherId)}`]),
  ];
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');
};

/** "; it is with Marcus Hill": what is new besides the time that a lesson moves to. */
const along = (before: Pattern, after: Pattern, names: Names): string => {
  const text = news(before, after, names);
  return text === '' ? '' : `; it ${text}`;
};

const ofDate = ({ kind, before, after }: Extract<NetChange, { of: 'date' }>, names: Names): string => {
  const whose = `${names.student}’s lesson`;
  if (before && after)
    return kind === 'moved'
      ? `${whose} on ${dateAt(before)} moves to ${dateAt(after)}${along(before, after, names)}.`
      : `${whose} on ${dateAt(before)} ${news(before, after, names)}.`;
  if (before) return `${whose} on ${dateAt(before)} is cancelled.`;
  if (!after) return '';
  if (kind === 'restored') return `${whose} on ${dateAt(after)} takes place after all.`;
  return `${names.student} has a lesson on ${longDate(after.date)}, ${hours(after)}, with ${names.teacherOf(after.teacherId)}.`;
};

const ofWeeks = (change: Extract<NetChange, { of: 'weeks' }>, names: Names): string => {
  const { kind, before, after, from, to, last } = change;
  const span = `from ${longDate(from)}${to === null ? '' : ` until ${longDate(to)}`}`;
  const begins = span.replace('from', 'From');
  const whose = `${names.student}’s lesson`;
  if (before && after)
    return kind === 'moved'
      ? `${begins}, ${whose} is ${everyWeek(after)} at ${at(after)} instead of ${everyWeek(before)} at ${at(before)}${along(before, after, names)}.`
      : `${begins}, ${whose} ${everyWeek(before)} at ${at(before)} ${news(before, after, names)}.`;
  if (after)
    return `${begins}, ${names.student} has a lesson ${everyWeek(after)}, ${hours(after)}, with ${names.teacherOf(after.teacherId)}.`;
  if (!before) return '';
  if (to !== null) return `${whose} ${everyWeek(before)} at ${at(before)} does not take place ${span}.`;
  const end = last === null ? 'has ended' : `ends; the last one is on ${longDate(last)}`;
  return `${whose} ${everyWeek(before)} at ${at(before)} ${end}.`;
};

/** A change as a sentence to send to the family. */
export const sentenceOf = (change: NetChange, names: Names): string =>
  change.of === 'date' ? ofDate(change, names) : ofWeeks(change, names);

type Told = {
  readonly names: Names;
  readonly views: readonly LessonChange[];
  /** The lesson that takes place next; null without one. */
  readonly next: { readonly date: IsoDate; readonly start: number } | null;
};

const beginOf = ({ weekly, date }: LessonChange): string => weekly?.from ?? date ?? '';

/** What to send to a family: all changes in order of date, and when each student's next lesson is. */
export const messageOf = (students: readonly Told[]): string => {
  const changes = students
    .flatMap(({ views }) => views)
    .toSorted((a, b) => (beginOf(a) < beginOf(b) ? -1 : beginOf(a) > beginOf(b) ? 1 : 0));
  const next = students.flatMap(({ names, next: lesson }) => {
    if (!lesson) return [];
    const whose = students.length === 1 ? 'The' : `${names.student}’s`;
    return `${whose} next lesson is on ${longDate(lesson.date)} at ${formatTime(lesson.start)}.`;
  });
  return [...changes.map(({ text }) => text), ...next].join(' ');
};
