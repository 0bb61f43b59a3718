import { goTo } from '../lib/page/navigation.ts';
import type { Toast } from '../ui/overlays/toast.tsx';

/** The dialog in which a teacher's week is planned. */
export const planPath = (teacherId: string): string =>
  `/planner?open=generate&teacher=${encodeURIComponent(teacherId)}`;

/** "Plan Marcus Bell’s week": what a toast offers beside Undo. */
export const offerToPlan = ({ id, name }: { readonly id: string; readonly name: string }): Pick<Toast, 'also'> => ({
  also: [{ label: `Plan ${name}’s week`, run: () => goTo(planPath(id)) }],
});
