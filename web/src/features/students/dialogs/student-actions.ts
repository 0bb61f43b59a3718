import { Trash2, UserCheck } from 'lucide-react';
import type { BulkAction } from '../../../ui/lists/bulk-bar.tsx';
import { confirm, type Question } from '../../../ui/overlays/confirm.ts';
import type { Selected } from '../questions.tsx';

const loadQuestions = () => import('../questions.tsx');
type Questions = Awaited<ReturnType<typeof loadQuestions>>;

/** A dialog about several students. */
export type OpenDialog = { readonly kind: 'teachers' | 'rate' | 'length'; readonly about: Selected };

/**
 * What can be done with some students at once, in the list and on the page of one.
 * @param selected as they are when an action begins: the list changes before a question is answered
 */
export const studentActions = (selected: () => Selected, open: (dialog: OpenDialog) => void): BulkAction[] => {
  const ask = (questionOf: (questions: Questions, about: Selected) => Question | Promise<Question>) => (): void => {
    const about = selected();
    confirm(loadQuestions().then((questions) => questionOf(questions, about)));
  };
  return [
    { label: 'Assign Teachers', icon: UserCheck, onSelect: () => open({ kind: 'teachers', about: selected() }) },
    {
      label: 'Assign Random Availability',
      onSelect: ask(({ newAvailability }, about) => newAvailability('random', about)),
    },
    {
      label: 'Assign Standard Availability',
      onSelect: ask(({ newAvailability }, about) => newAvailability('standard', about)),
    },
    { label: 'Clear Availability', onSelect: ask(({ newAvailability }, about) => newAvailability('none', about)) },
    { label: 'Set Rate', inMenu: true, onSelect: () => open({ kind: 'rate', about: selected() }) },
    { label: 'Set Length', inMenu: true, onSelect: () => open({ kind: 'length', about: selected() }) },
    {
      label: 'Delete',
      icon: Trash2,
      danger: true,
      onSelect: ask(({ deletionOfSelected }, about) => deletionOfSelected(about)),
    },
  ];
};
