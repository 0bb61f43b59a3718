import { Eraser, Trash2 } from 'lucide-react';
import type { BulkAction } from '../../../ui/lists/bulk-bar.tsx';

/** What can be asked about the selected teachers. */
export type BulkQuestion = 'clear' | 'delete';

/** The actions on selected teachers, each of which asks first. */
export const bulkActions = (ask: (question: BulkQuestion) => void): BulkAction[] => [
  { label: 'Clear Times', icon: Eraser, onSelect: () => ask('clear') },
  { label: 'Delete Selected', icon: Trash2, danger: true, onSelect: () => ask('delete') },
];
