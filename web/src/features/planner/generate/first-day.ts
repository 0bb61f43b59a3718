import { nextMonday, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { RadioOption } from '../../../ui/fields/choice.tsx';

const monthAndDay = (date: IsoDate): string => longDate(date).split(', ')[1] ?? date;

/** The dates that the dialog offers as a plan's first day. */
export const firstDays = (today: IsoDate, moves: boolean): RadioOption<IsoDate>[] => [
  {
    value: nextMonday(today),
    label: `Next Monday, ${monthAndDay(nextMonday(today))}`,
    detail: 'This week does not change',
  },
  {
    value: today,
    label: `Today, ${monthAndDay(today)}`,
    detail: moves ? 'Lessons may move this week' : 'Lessons start this week',
  },
];
