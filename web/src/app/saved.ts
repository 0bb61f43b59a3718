import { awaitedPosition, whenCatchingUp } from '../api/catching-up.ts';
import { queryClient } from '../api/queries.ts';
import { toast } from '../ui/overlays/toast.tsx';

const say = (): void => toast({ title: 'Saved, updating the lists', tone: 'neutral' });

/** Says that a change is saved although the screens do not show it yet: at once, and again if its mutation ends before they do. */
export const watchSaved = (): void => {
  whenCatchingUp(say);
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && awaitedPosition() !== null) say();
  });
};
