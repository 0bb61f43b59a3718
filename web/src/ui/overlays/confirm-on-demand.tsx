import { lazy, Suspense, type ComponentProps } from 'react';
import { fetchIdly } from '../../lib/page/drawn.ts';
import type { ConfirmDialog } from './dialog.tsx';

const fetchCode = () => import('./dialog.tsx');
const Confirm = lazy(async () => ({ default: (await fetchCode()).ConfirmDialog }));
fetchIdly(fetchCode);

/** A question on a page that must load fast: its code loads once the page is drawn. */
export const ConfirmOnDemand = (props: ComponentProps<typeof ConfirmDialog>) => (
  <Suspense>
    <Confirm {...props} />
  </Suspense>
);
