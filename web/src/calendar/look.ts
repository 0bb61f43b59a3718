import type { NoteLook } from '../ui/figures/note.tsx';
import type { DayEntry } from './days/entry.ts';

export const lookOf = ({ kind, state }: Pick<DayEntry, 'kind' | 'state'>): NoteLook => {
  switch (state) {
    case 'cancelled':
      return 'cancelled';
    case 'pending':
      return 'pending';
    case 'current':
    case 'recommended':
      return kind;
  }
};
