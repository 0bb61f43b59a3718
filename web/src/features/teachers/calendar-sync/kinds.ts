import { Equal, Minus, MoveRight, Plus, RotateCcw, UserX, type LucideIcon } from 'lucide-react';
import type { Kind } from './differences.ts';

type Look = {
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
    meaning: 'Link each to a student once. Rondo remembers the name.',
  },
  cancelled: {
    sign: Minus,
    words: ['cancelled', 'cancelled'],
    title: 'Cancelled in the calendar',
    meaning: 'Cancelled there, or imported earlier and no longer there.',
  },
  restored: {
    sign: RotateCcw,
    words: ['restored', 'restored'],
    title: 'Restored in the calendar',
    meaning: 'Cancelled in Rondo, but taking place there.',
  },
  moved: { sign: MoveRight, words: ['moved', 'moved'], title: 'Moved', meaning: 'Imported entries only.' },
  added: { sign: Plus, words: ['added', 'added'], title: 'Added', meaning: 'In the calendar, but not in Rondo.' },
  untouched: {
    sign: Equal,
    words: ['unchanged', 'unchanged'],
    title: 'Unchanged',
    meaning: 'The same in the calendar and in Rondo.',
  },
};
