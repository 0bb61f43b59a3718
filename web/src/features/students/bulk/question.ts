import { Trash2, UserCheck } from 'lucide-react';
import type { BulkAction } from '../../../ui/lists/bulk-bar.tsx';
import type { StudentRow } from '../roster.ts';

/** What can be asked about the selected students. */
export type BulkQuestion = 'assign' | 'random' | 'standard' | 'none' | 'delete';

/** The students that it is asked about. */
export type Selected = {
  readonly rows: readonly StudentRow[];
  /** How many of them the filter hides. */
  readonly hidden: number;
};

/** The actions on selected students, each of which asks first. */
export const bulkActions = (ask: (question: BulkQuestion) => void): BulkAction[] => [
  { label: 'Assign Teachers', icon: UserCheck, onSelect: () => ask('assign') },
  { label: 'Assign Random Availability', onSelect: () => ask('random') },
  { label: 'Assign Standard Availability', onSelect: () => ask('standard') },
  { label: 'Clear Availability', onSelect: () => ask('none') },
  { label: 'Delete', icon: Trash2, danger: true, onSelect: () => ask('delete') },
];
