import { longDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { closureSentence, listed, nextSentences } from './closure-words.ts';
import type { NetChange } from './net-changes.ts';
import type { Pattern, Slot } from './timetable.ts';
import { firstDayOf, type ClosureChange, type ToldChange } from './told-closures.ts';

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
  return listed(parts);
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

type ClosedFor = { readonly student: string; readonly change: ClosureChange };

/**
 * What a closure means for students of a family: the same days, and when each one's next lesson is.
 * @param isForAll whether it concerns every student of the family; the others' lessons take place
 */
const closureText = (students: readonly ClosedFor[], isForAll: boolean): string => {
  const groups = Map.groupBy(students, ({ change }) => closureSentence(change));
  const sentences = [...groups].flatMap(([sentence, alike]) => {
    const [first] = alike;
    return (isForAll && groups.size === 1) || !first
      ? sentence
      : closureSentence(
          first.change,
          alike.map(({ student }) => student),
        );
  });
  const nexts = students.flatMap(({ student, change: { next } }) => (next ? { student, ...next } : []));
  return [...sentences, ...nextSentences(nexts)].join(' ');
};

/** A change as a sentence to send to the family. */
export const sentenceOf = (change: ToldChange, names: Names): string => {
  if (change.of === 'closure') return closureText([{ student: names.student, change }], true);
  return change.of === 'date' ? ofDate(change, names) : ofWeeks(change, names);
};

/** A student's change, with the sentence that tells it alone. */
type TellingChange = { readonly student: string; readonly change: ToldChange; readonly text: string };

type Told = {
  readonly names: Names;
  readonly changes: readonly ToldChange[];
  /** The lesson that takes place next; null without one. */
  readonly next: { readonly date: IsoDate; readonly start: number } | null;
};

type Lesson = { readonly student: string; readonly start: number };

/** Lessons that all take place on each of some dates. */
type OnDates = { readonly dates: readonly IsoDate[]; readonly lessons: readonly Lesson[] };

const isTold = (one: Lesson, other: Lesson): boolean => one.student === other.student && one.start === other.start;

/** Neighboring days with the same lessons, together. */
const withSameLessons = (days: readonly { readonly date: IsoDate; readonly lessons: readonly Lesson[] }[]): OnDates[] =>
  days.reduce<OnDates[]>((merged, { date, lessons }) => {
    const last = merged.at(-1);
    const isSame =
      last?.lessons.length === lessons.length && last.lessons.every((one, i) => lessons[i] && isTold(one, lessons[i]));
    return last && isSame
      ? [...merged.slice(0, -1), { ...last, dates: [...last.dates, date] }]
      : [...merged, { dates: [date], lessons }];
  }, []);

/** "Theo’s and Mia’s". */
const whoseLessons = (lessons: readonly Lesson[]): string =>
  listed([...new Set(lessons.map(({ student }) => `${student}’s`))]);
/** "Monday, December 14 and Monday, December 21 at 4:15 PM and 4:45 PM". */
const whenTold = ({ dates, lessons }: OnDates): string =>
  `${listed(dates.map(longDate))} at ${listed([...new Set(lessons.map(({ start }) => formatTime(start)))])}`;

const byStart = (one: Lesson, other: Lesson): number => one.start - other.start;

/** Neighboring cancellations in one sentence each, as far as the same lessons do not take place. */
const cancellations = (changes: readonly TellingChange[]): string[] => {
  const slots = changes.flatMap(({ student, change }) =>
    change.of === 'date' && change.before ? [{ student, ...change.before }] : [],
  );
  const days = [...Map.groupBy(slots, ({ date }) => date)].map(([date, lessons]) => ({
    date,
    lessons: lessons.toSorted(byStart),
  }));
  return withSameLessons(days).map((together) => {
    const { dates, lessons } = together;
    const [are, them] = dates.length * lessons.length > 1 ? ['are', 'lessons'] : ['is', 'lesson'];
    return `${whoseLessons(lessons)} ${them} on ${whenTold(together)} ${are} cancelled.`;
  });
};

const byDay = (one: IsoDate, other: IsoDate): number => (one < other ? -1 : one > other ? 1 : 0);

const isCancellation = ({ change }: TellingChange): boolean => change.of === 'date' && change.after === null;

/** Runs of what is alike in one respect. */
const runsOf = <Item>(items: readonly Item[], respect: (item: Item) => boolean): Item[][] =>
  items.reduce<Item[][]>((runs, item) => {
    const run = runs.at(-1);
    const [first] = run ?? [];
    if (run && first !== undefined && respect(first) === respect(item)) run.push(item);
    else runs.push([item]);
    return runs;
  }, []);

/** The next lesson of each student, where no change says when it is: a closure says when the next one after it is. */
export const nextOf = (students: readonly Told[]) =>
  students
    .filter(({ changes }) => !changes.some(saysNext))
    .flatMap(({ names, next }) => (next ? [{ student: names.student, ...next }] : []));

/** When each student's next lesson is, those of one day in one sentence. */
const nextLessons = (students: readonly Told[]): string[] => {
  const nexts = nextOf(students);
  return [...Map.groupBy(nexts.toSorted(byStart), ({ date }) => date)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, lessons]) => {
      const whose = students.length === 1 ? 'The' : whoseLessons(lessons);
      const [are, them] = lessons.length > 1 ? ['are', 'lessons'] : ['is', 'lesson'];
      return `${whose} next ${them} ${are} on ${whenTold({ dates: [date], lessons })}.`;
    });
};

const saysNext = (change: ToldChange): boolean => change.of === 'closure' && change.next !== null;

/** Closures of several students in one text each, with its place among the other changes. */
const withClosuresTogether = (changes: readonly TellingChange[], size: number): TellingChange[] => {
  const closed = changes.flatMap(({ student, change }) => (change.of === 'closure' ? { student, change } : []));
  const groups = Map.groupBy(closed, ({ change: { closureId, kind } }) => `${closureId} ${kind}`);
  const together = [...groups.values()].flatMap((students) => {
    const [first] = students.toSorted((a, b) => (firstDayOf(a.change) < firstDayOf(b.change) ? -1 : 1));
    return first ? { ...first, text: closureText(students, students.length >= size) } : [];
  });
  return [...changes.filter(({ change }) => change.of !== 'closure'), ...together];
};

/**
 * A family's changes as sentences, in order of date.
 * @param size how many students the family has, those without changes too
 */
export const sentencesOf = (students: readonly Told[], size = students.length): string[] => {
  const all = students.flatMap(({ names, changes: own }) =>
    own.map((change) => ({ student: names.student, change, text: sentenceOf(change, names) })),
  );
  const changes = withClosuresTogether(all, size).toSorted((a, b) => byDay(firstDayOf(a.change), firstDayOf(b.change)));
  return runsOf(changes, isCancellation).flatMap((run) =>
    run.some(isCancellation) ? cancellations(run) : run.map(({ text }) => text),
  );
};

/** What to send to a family: its changes, and when each student's next lesson is. */
export const messageOf = (students: readonly Told[], size?: number): string =>
  [...sentencesOf(students, size), ...nextLessons(students)].join(' ');
