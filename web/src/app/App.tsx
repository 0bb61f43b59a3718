import { RouterProvider } from 'react-router-dom';
import { goBy } from '../lib/navigation.ts';
import { Toaster } from '../ui/toast.tsx';
import { router } from './router.tsx';

goBy((path) => void router.navigate(path));

export const App = () => (
  <>
    <RouterProvider router={router} />
    <Toaster />
  </>
);
