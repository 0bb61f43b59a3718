import { formatDuration, formatTime } from '@rondo/contracts/calendar/times.ts';
import { waitWord, type Leg } from '../days/legs.ts';

/** "12 min drive"; one that is not exact is "about" that long. */
export const driveWords = ({ minutes, notice }: Leg): string =>
  `${notice === null ? '' : 'about '}${formatDuration(minutes)} drive`;

/** What a day's list says of a drive: `lead` is when it begins or ends, empty between two entries. */
export const legWords = (leg: Leg): { lead: string; rest: string } => {
  const drive = driveWords(leg);
  switch (leg.role) {
    case 'out':
      return { lead: `Leave home by ${formatTime(leg.start)}`, rest: drive };
    case 'back':
      return { lead: `Home ${formatTime(leg.end)}`, rest: drive };
    case 'between':
      return leg.short > 0
        ? { lead: '', rest: `${drive} in a ${leg.end - leg.start}\u00a0min gap: short by ${leg.short}\u00a0min` }
        : { lead: '', rest: `${drive} · ${waitWord(leg)}` };
  }
};
