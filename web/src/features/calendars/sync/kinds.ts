import { CalendarX, Equal, Minus, MoveRight, Plus, RotateCcw, UserX, type LucideIcon } from 'lucide-react';
import type { Kind } from './differences.ts';

export type Look = {
  readonly sign: LucideIcon;
  /** Below the count. */
  readonly words: readonly [one: string, many: string];
  readonly title: string;
  /** Beside the title: what it means. */
  readonly meaning: string;
};

export const looks: Readonly<Record<Kind, Look>> = {
  unknown: {
    sign: UserX,
    words: ['unknown name', 'unknown names'],
    title: 'Unknown names',
    meaning: 'Link each to a student once, and Rondo remembers the name. Others are imported as appointments.',
  },
  cancelled: {
    sign: Minus,
    words: ['cancelled', 'cancelled'],
    title: 'Cancelled in the calendar',
    meaning: 'Cancelled there, but not in Rondo.',
  },
  gone: {
    sign: CalendarX,
    words: ['gone', 'gone'],
    title: 'Gone from the calendar',
    meaning: 'Imported earlier, no longer there.',
  },
  restored: {
    sign: RotateCcw,
    words: ['restored', 'restored'],
    title: 'Restored in the calendar',
    meaning: 'Cancelled in Rondo, but taking place there.',
  },
  moved: {
    sign: MoveRight,
    words: ['changed', 'changed'],
    title: 'Changed',
    meaning: 'Imported entries with another time, title or student in the calendar.',
  },
  added: { sign: Plus, words: ['added', 'added'], title: 'Added', meaning: 'In the calendar, but not in Rondo.' },
  untouched: {
    sign: Equal,
    words: ['unchanged', 'unchanged'],
    title: 'Unchanged',
    meaning: 'The same in the calendar and in Rondo.',
  },
};
