import type { Fit } from '@rondo/contracts/api/fits.ts';
import { addDays, daysBetween, longDayName, shortDayName, weekOrder } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { dayOfMonth, shortDate } from '@rondo/contracts/calendar/words.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { StudioTime } from '../../../calendar/moments/moment-text.ts';
import { hourInWords } from '../../../lib/hour-words.ts';
import { counted, joined } from '../../../lib/texts.ts';
import type { Inquiry } from './commands.ts';

/** "Today, 6:12 PM", "Yesterday, 9:40 AM", "Fri, Nov 27". */
export const whenAsked = (at: string, { timeZone, today }: StudioTime): string => {
  const { date, minute } = wallClock(Date.parse(at), timeZone);
  if (date === today) return `Today, ${formatTime(minute)}`;
  return date === addDays(today, -1) ? `Yesterday, ${formatTime(minute)}` : shortDate(date);
};

/** "88 days left" until a question is forgotten. */
export const daysLeft = ({ forgottenOn }: Pick<Inquiry, 'forgottenOn'>, today: string): string =>
  `${counted(Math.max(0, daysBetween(today, forgottenOn)), 'day')} left`;

/** "Mon and Wed, 3:00 – 7:30 PM; Thu, 4:00 – 8:00 PM". */
export const freeText = ({ availability }: Pick<Inquiry, 'availability'>): string => {
  const rows = weekOrder.flatMap((day) => availability.filter(({ dayOfWeek }) => dayOfWeek === day));
  const ranges = Map.groupBy(rows, ({ startTime, endTime }) =>
    formatTimeRange(toMinutes(startTime), toMinutes(endTime)),
  );
  return [...ranges]
    .map(([range, own]) => `${joined(own.map(({ dayOfWeek }) => shortDayName(dayOfWeek)))}, ${range}`)
    .join('; ');
};

/** "Mondays, between 6 and 7 PM". */
export const bandText = ({ dayOfWeek, from, to }: Inquiry['bands'][number]): string =>
  `${longDayName(dayOfWeek)}s, ${hourInWords(from, to)}`;

/** "Between Miles Okafor and Youth orchestra", "After Josephine Abernathy, then home". */
export const neighborsText = ({ before, after }: Pick<Fit, 'before' | 'after'>): string => {
  if (before && after) return `Between ${before.name} and ${after.name}`;
  if (before) return `After ${before.name}, then home`;
  return after ? `From home, before ${after.name}` : 'From home and back';
};

/** The answer to a family, to copy into a mail. */
export const answerText = (
  { dayOfWeek, startTime, firstDate }: Pick<Fit, 'dayOfWeek' | 'startTime' | 'firstDate'>,
  teacher: string,
): string => {
  const when = `${longDayName(dayOfWeek)}s at ${formatTime(toMinutes(startTime))}, from ${dayOfMonth(firstDate)}`;
  return `Hello, thank you for asking. I could come on ${when}. Would that suit you? ${teacher}`.trim();
};
