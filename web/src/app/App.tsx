import { useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';
import { drawNext, fetchIdly } from '../lib/page/drawn.ts';
import { Toaster } from '../ui/overlays/toast.tsx';
import type { createRouter } from './router.tsx';

fetchIdly(async () => (await import('../ui/overlays/tooltips.ts')).showTooltips());

export const App = ({ router }: { readonly router: ReturnType<typeof createRouter> }) => {
  useEffect(drawNext, []);
  return (
    <>
      <RouterProvider router={router} />
      <Toaster />
    </>
  );
};
