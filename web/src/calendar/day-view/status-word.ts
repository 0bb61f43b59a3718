import { monthAndDay } from '@rondo/contracts/calendar/words.ts';
import type { Phase } from '../days/day.ts';
import { closedWord, entryWord, type DayEntry } from '../days/entry.ts';

const wordOf = (entry: DayEntry, phase: Phase): string => {
  if (entry.closed !== undefined) return closedWord(entry.closed);
  const word = entry.conflict ? 'Conflict' : entryWord(entry);
  if (entry.state === 'cancelled') return word;
  if (entry.state === 'recommended' && !entry.conflict && phase !== 'past') return `${word}, not confirmed yet`;
  if (phase === 'past' && !entry.conflict) return entry.kind === 'appointment' ? 'Past appointment' : 'Completed';
  return phase === 'now' ? `${word}, now` : word;
};

/** The state of an entry in words: "Completed", "Manual, now", "(Cancelled)"; "Manual. Makes up for Dec 8". */
export const statusWord = (entry: DayEntry, phase: Phase): string => {
  const word = wordOf(entry, phase);
  if (entry.pinned && entry.state !== 'cancelled' && phase !== 'past') return `${word}, pinned`;
  return entry.makesUp === undefined ? word : `${word}. Makes up for ${monthAndDay(entry.makesUp)}`;
};
