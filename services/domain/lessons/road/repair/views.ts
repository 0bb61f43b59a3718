import type { RepairOption } from '@rondo/contracts/api/road/repairs.ts';
import { dayOfWeekOf } from '@rondo/contracts/calendar/dates.ts';
import { spanOf } from '@rondo/contracts/calendar/rows.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { inText } from '@rondo/contracts/calendar/windows.ts';
import { outsideHours } from '@rondo/contracts/lessons/outside-hours.ts';
import { entriesAfter, type Change, type Option } from '../../../../optimizer/repair/search.ts';
import { figuresOf, type Figures } from '../../../../optimizer/repair/arrangement.ts';
import type { contactsOf } from '../contacts.ts';
import { clockText } from '../day.ts';
import { hoursOf, type DayToRepair } from './day.ts';

type ContactOf = Awaited<ReturnType<typeof contactsOf>>;
type ChangeView = RepairOption['changes'][number];

const textAt = (minute: number | null): string | null => (minute === null ? null : clockText(minute));

const figuresView = ({ driving, waiting, unpaid, leaveHome, home }: Figures) => ({
  driving,
  waiting,
  unpaid,
  leaveHome: textAt(leaveHome),
  home: textAt(home),
});

const changeView = (day: DayToRepair, { candidate, start }: Change, contactOf: ContactOf): ChangeView[] => {
  const found = day.movables.get(candidate.id);
  if (!found) return [];
  const { student, originalDate, revision, owed } = found;
  const row = owed === null ? day.rows.get(candidate.id) : undefined;
  const span = { start, end: start + candidate.duration };
  const time = { ...span, dayOfWeek: dayOfWeekOf(day.date), date: day.date };
  const [outside] = outsideHours([hoursOf(student)], time);
  const { firstName, lastName } = student.details;
  return [
    {
      kind: owed === null ? 'move' : 'fill',
      lessonId: candidate.id,
      originalDate,
      revision,
      studentId: student.student_id,
      familyId: candidate.family,
      name: `${firstName} ${lastName}`.trim(),
      from: row ? inText(spanOf(row)) : null,
      ...inText(span),
      owed: owed && { date: owed.date, until: owed.until },
      outside: outside?.text ?? null,
      contact: contactOf(student.student_id),
    },
  ];
};

/** "Move Priya to 5:20 PM", "Give Hugo the owed 30 minutes at 5:20 PM", "Hugo at 5:20 PM and Priya at 6:00 PM". */
const textOf = (day: DayToRepair, changes: readonly Change[]): string => {
  const nameOf = ({ candidate }: Change): string => {
    const details = day.movables.get(candidate.id)?.student.details;
    return details?.firstName || details?.lastName || 'A student';
  };
  const [first, ...more] = changes;
  if (!first) return 'Leave it';
  if (more.length > 0) return changes.map((one) => `${nameOf(one)} at ${formatTime(one.start)}`).join(' and ');
  const { candidate, start } = first;
  return candidate.start === null
    ? `Give ${nameOf(first)} the owed ${candidate.duration} minutes at ${formatTime(start)}`
    : `Move ${nameOf(first)} to ${formatTime(start)}`;
};

/** The day as it is without a change. */
export const leaveView = (day: DayToRepair): RepairOption => ({
  lessons: day.lessons,
  calls: 0,
  ...figuresView(figuresOf(day.search, day.search.entries)),
  earlierHome: 0,
  changes: [],
  text: textOf(day, []),
});

export const optionView = (day: DayToRepair, { changes, calls, added }: Option, contactOf: ContactOf): RepairOption => {
  const figures = figuresOf(day.search, entriesAfter(day.search.entries, changes));
  const leave = figuresOf(day.search, day.search.entries);
  return {
    lessons: day.lessons + added,
    calls,
    ...figuresView(figures),
    earlierHome: leave.home === null || figures.home === null ? 0 : leave.home - figures.home,
    changes: changes.flatMap((change) => changeView(day, change, contactOf)),
    text: textOf(day, changes),
  };
};

const minutesText = (minutes: number): string => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;

/** What a cancellation at either end of the day has changed by itself; null: nothing. */
const endText = ({ search, cancelled, cancelledPlace }: DayToRepair): string | null => {
  const leave = figuresOf(search, search.entries);
  if (cancelledPlace === null || leave.home === null || leave.leaveHome === null) return null;
  const entry = { id: cancelled.lessonId, place: cancelledPlace, ...spanOf(cancelled) };
  const before = figuresOf(search, [...search.entries, entry]);
  const [later, earlier] = [leave.leaveHome - (before.leaveHome ?? 0), (before.home ?? 0) - leave.home];
  if (later > 0) return `You leave ${minutesText(later)} later.`;
  return earlier > 0 ? `You are home ${minutesText(earlier)} earlier.` : null;
};

/** What there is to say of all options; null: nothing. */
export const sentenceOf = (day: DayToRepair, count: number, proven: boolean): string | null => {
  const parts = [
    ...(count === 0 && proven ? ['Leaving it is best: no change makes the day better.'] : []),
    ...(proven ? [] : ['The best found in one second.']),
    ...[endText(day)].filter((text) => text !== null),
  ];
  return parts.length === 0 ? null : parts.join(' ');
};
