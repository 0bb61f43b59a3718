import { Trash2, UserCheck } from 'lucide-react';
import type { BulkAction } from '../../../ui/bulk-bar.tsx';

/** What can be asked about the selected students. */
export type BulkQuestion = 'assign' | 'random' | 'standard' | 'none' | 'delete';

/** The actions on selected students, each of which asks first. */
export const bulkActions = (ask: (question: BulkQuestion) => void): BulkAction[] => [
  { label: 'Assign Teachers', icon: UserCheck, onSelect: () => ask('assign') },
  { label: 'Assign Random Availability', onSelect: () => ask('random') },
  { label: 'Assign Standard Availability', onSelect: () => ask('standard') },
  { label: 'Clear Availability', onSelect: () => ask('none') },
  { label: 'Delete', icon: Trash2, danger: true, onSelect: () => ask('delete') },
];
