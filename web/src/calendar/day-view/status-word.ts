import type { Phase } from '../days/day.ts';
import { entryWord, type DayEntry } from '../days/entry.ts';

/** The state of an entry in words: "Completed", "Manual, now", "(Cancelled)". */
export const statusWord = (entry: DayEntry, phase: Phase): string => {
  const word = entry.conflict ? 'Conflict' : entryWord(entry);
  if (entry.state === 'cancelled') return word;
  if (entry.state === 'recommended' && !entry.conflict && phase !== 'past') return `${word}, not confirmed yet`;
  if (phase === 'past' && !entry.conflict) return entry.kind === 'appointment' ? 'Past appointment' : 'Completed';
  return phase === 'now' ? `${word}, now` : word;
};
