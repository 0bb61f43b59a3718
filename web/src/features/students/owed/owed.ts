import type { OwedLesson } from '@rondo/contracts/api/studio/owed.ts';
import { mondayOf } from '@rondo/contracts/calendar/dates.ts';
import { moneyText, sumOf } from '@rondo/contracts/money/money.ts';
import { noticeInBrief } from '@rondo/contracts/policy/words.ts';
import { counted, joined } from '../../../lib/texts.ts';

export type OwedGroup = { readonly title: string; readonly lessons: readonly OwedLesson[] };

/** In how many days an end is near. */
export const soon = 7;

export const endsSoon = ({ state, daysLeft }: OwedLesson): boolean =>
  state === 'owed' && daysLeft !== null && daysLeft <= soon;

/** Those that end soon, the others without a time, and those with one. */
export const owedGroups = (lessons: readonly OwedLesson[]): OwedGroup[] => {
  const open = lessons.filter(({ state }) => state === 'owed');
  return [
    { title: `Ends within ${soon} days`, lessons: open.filter(endsSoon) },
    { title: 'Later', lessons: open.filter((lesson) => !endsSoon(lesson)) },
    { title: 'Booked', lessons: lessons.filter(({ state }) => state === 'booked') },
  ].filter((group) => group.lessons.length > 0);
};

/** "12 days left", "Last day today". */
export const daysLeftText = (daysLeft: number | null): string => {
  if (daysLeft === null) return 'Without end';
  if (daysLeft === 0) return 'Last day today';
  return daysLeft === 1 ? '1 day left' : `${daysLeft} days left`;
};

/** "Family cancelled, 51 h notice", "Closed: Winter break". */
export const reasonText = ({ by, notice, closure }: OwedLesson): string => {
  if (by === 'teacher') return 'You cancelled';
  if (by === 'family') return notice ? `Family cancelled, ${noticeInBrief(notice.minutes)} notice` : 'Family cancelled';
  const why = closure?.reason ?? (closure?.kind === 'sick' ? 'you were sick' : null);
  return why === null ? 'Closed' : `Closed: ${why}`;
};

const nextOnes = ['first', 'second', 'third', 'fourth', 'fifth'];

/** "2 of 2 this term. A third one would be charged in full." Null: a term can have any number. */
export const termText = (inTerm: OwedLesson['inTerm']): string | null => {
  if (inTerm === null) return null;
  const { owed, most, beyond } = inTerm;
  const used = `${owed} of ${most} this term.`;
  if (owed < most) return used;
  const ordinal = nextOnes[owed];
  const next = ordinal === undefined ? 'Another one' : `A ${ordinal} one`;
  if (beyond === 0) return `${used} ${next} would not be charged.`;
  return `${used} ${next} would be charged ${beyond === 100 ? 'in full' : `at ${beyond}\u00a0%`}.`;
};

/** How many are owed without a time, what is billed for them, and how many of them end soon. */
export const owedFigures = (lessons: readonly OwedLesson[]) => {
  const owed = lessons.filter(({ state }) => state === 'owed');
  return {
    count: owed.length,
    billed: sumOf(owed.filter(({ billedOn }) => billedOn !== null).map(({ amount }) => amount)),
    soon: owed.filter(endsSoon).length,
  };
};

/** What becomes of its money when it lapses. */
export const lapseText = ({ by }: OwedLesson): string =>
  by === 'family' ? 'Stays charged if it lapses' : 'Refunded if it lapses';

/** What becomes of the lessons that are owed to students when they are removed; null: none is. */
export const removalText = (lessons: readonly OwedLesson[], currency: string): string | null => {
  const owed = lessons.filter(({ state }) => state === 'owed');
  if (owed.length === 0) return null;
  const parts = (
    [
      ['stays charged', ({ by }) => by === 'family'],
      ['is refunded on the next invoice', ({ by, billedOn }) => by !== 'family' && billedOn !== null],
      ['is not charged', ({ by, billedOn }) => by !== 'family' && billedOn === null],
    ] as const satisfies readonly (readonly [string, (lesson: OwedLesson) => boolean])[]
  ).flatMap(([what, isOne]) => {
    const own = owed.filter(isOne);
    return own.length === 0 ? [] : [`${moneyText(sumOf(own.map(({ amount }) => amount)), currency)} ${what}`];
  });
  const lapse = owed.length === 1 ? 'is owed and lapses' : 'are owed and lapse';
  return `${counted(owed.length, 'lesson')} ${lapse} today: ${joined(parts)}.`;
};

const schedule = (date: string, params: Readonly<Record<string, string>>): string =>
  `/schedule?${new URLSearchParams({ week: mondayOf(date), ...params })}`;

/** Where a time for it is looked for. */
export const findTimePath = ({ teacherId, lessonId, lessonDate }: OwedLesson): string =>
  schedule(lessonDate, { teacher: teacherId, open: 'move', lesson: lessonId, on: lessonDate });

/** Where the lesson that makes up for it is. */
export const makeUpPath = ({ teacherId }: OwedLesson, { lessonId, date }: { lessonId: string; date: string }): string =>
  schedule(date, { teacher: teacherId, selected: lessonId });

/** Where what closes it is changed. */
export const closurePath = ({ teacherId, lessonDate }: OwedLesson, closureId: string): string =>
  schedule(lessonDate, { teacher: teacherId, open: 'close', lesson: closureId });

/** Where it is in the schedule. */
export const missedPath = ({ teacherId, lessonId, lessonDate }: OwedLesson): string =>
  schedule(lessonDate, { teacher: teacherId, selected: lessonId });
