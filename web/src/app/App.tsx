import { RouterProvider } from 'react-router-dom';
import { Toaster } from '../ui/toast.tsx';
import type { createRouter } from './router.tsx';

export const App = ({ router }: { readonly router: ReturnType<typeof createRouter> }) => (
  <>
    <RouterProvider router={router} />
    <Toaster />
  </>
);
