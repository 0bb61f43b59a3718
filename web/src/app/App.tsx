import { RouterProvider } from 'react-router-dom';
import { Toaster } from '../ui/toast.tsx';
import { router } from './router.tsx';

export const App = () => (
  <>
    <RouterProvider router={router} />
    <Toaster />
  </>
);
