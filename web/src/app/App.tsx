import { useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';
import { drawNext } from '../lib/drawn.ts';
import { Toaster } from '../ui/toast.tsx';
import type { createRouter } from './router.tsx';

export const App = ({ router }: { readonly router: ReturnType<typeof createRouter> }) => {
  useEffect(drawNext, []);
  return (
    <>
      <RouterProvider router={router} />
      <Toaster />
    </>
  );
};
