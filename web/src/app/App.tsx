import { useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';
import { drawNext, fetchIdly } from '../lib/drawn.ts';
import { Toaster } from '../ui/toast.tsx';
import type { createRouter } from './router.tsx';

fetchIdly(async () => (await import('../ui/tooltips.ts')).showTooltips());

export const App = ({ router }: { readonly router: ReturnType<typeof createRouter> }) => {
  useEffect(drawNext, []);
  return (
    <>
      <RouterProvider router={router} />
      <Toaster />
    </>
  );
};
