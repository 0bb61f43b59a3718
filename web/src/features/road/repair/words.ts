import type { RepairOption } from '@rondo/contracts/api/road/repairs.ts';
import { formatDuration, formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { monthAndDay } from '@rondo/contracts/calendar/words.ts';
import { askingText } from '@rondo/contracts/lessons/repairs/asking-text.ts';
import { counted } from '../../../lib/texts.ts';

type Change = RepairOption['changes'][number];

const firstWord = (name: string): string => name.split(' ')[0] ?? name;

const shift = ({ from, startTime }: Change): string => {
  const minutes = from ? toMinutes(startTime) - toMinutes(from.startTime) : 0;
  return `${counted(Math.abs(minutes), 'minute')} ${minutes < 0 ? 'earlier' : 'later'}`;
};

const owedWords = ({ owed }: Change): string =>
  owed === null
    ? ''
    : `Owed since ${monthAndDay(owed.date)}${owed.until === null ? '' : `, until ${monthAndDay(owed.until)}`}`;

/** What an option asks of its families: "65 minutes earlier, inside the family’s hours". */
export const aboutChanges = ({ changes }: RepairOption): string => {
  const [first, ...more] = changes;
  if (!first) return 'No family has to be called.';
  const outside = changes.flatMap((change) => change.outside ?? []);
  const moves = changes.filter(({ kind }) => kind === 'move');
  const about =
    more.length > 0
      ? moves.map((change) => `${shift(change)} for ${firstWord(change.name)}`).join(', ')
      : first.kind === 'fill'
        ? owedWords(first)
        : shift(first);
  if (outside.length > 0) return [about, ...outside].filter((text) => text !== '').join('. ');
  return more.length === 0 && first.kind === 'move' ? `${about}, inside the family’s hours` : about;
};

/** "1 call", "8 min waiting", "50 min driving", "4 lessons". */
export const figuresIn = ({ calls, waiting, driving, lessons }: RepairOption): string[] => [
  calls === 0 ? 'No calls' : counted(calls, 'call'),
  `${formatDuration(waiting)} waiting`,
  `${formatDuration(driving)} driving`,
  counted(lessons, 'lesson'),
];

/** What changes at the end of a day, beside the time of it: "home, 65 min earlier". Where the home is not known, the day ends with its last lesson. */
export const homeWords = (option: RepairOption, leave: RepairOption, isHomeKnown: boolean): string => {
  const { earlierHome } = option;
  const end = isHomeKnown ? 'home' : 'done';
  const more = option.lessons - leave.lessons;
  if (earlierHome !== 0)
    return `${end}, ${formatDuration(Math.abs(earlierHome))} ${earlierHome > 0 ? 'earlier' : 'later'}`;
  return more > 0 ? `${end}, ${counted(more, 'lesson')} more` : end;
};

/** The words to a family about its new time. @param when "today", "on Tue, Dec 1" */
export const wordsTo = (teacherName: string, change: Change, when: string): string => {
  const { startTime, endTime, from } = change;
  return askingText({
    teacherName,
    firstName: firstWord(change.name),
    minutes: toMinutes(endTime) - toMinutes(startTime),
    newTime: formatTime(toMinutes(startTime)),
    oldTime: from && formatTime(toMinutes(from.startTime)),
    when,
    until: null,
  });
};
