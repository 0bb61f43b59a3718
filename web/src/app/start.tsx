import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { callAs } from '../api/request.ts';
import { forgetEarly } from '../api/early.ts';
import { goBy } from '../lib/page/navigation.ts';
import { queryClient } from '../api/queries.ts';
import { shownUserId } from '../api/session/session.ts';
import { createRouter, firstPage } from './router.tsx';
import { whenCatchingUp } from '../api/catching-up.ts';
import { saySaved } from '../api/commands/undo.ts';
import { RouterProvider } from 'react-router-dom';
import { drawNext, fetchIdly, allDrawn } from '../lib/page/drawn.ts';
import { Toaster } from '../ui/overlays/toast.tsx';

/**
 * Loads Inter once the page is drawn, with its streets if it has some, so that a first visit does not wait for it; until then, text has the
 * device's typeface at Inter's size (app/typeface.css). Later visits begin with it: index.html sets the attribute.
 */
const loadTypeface = async (): Promise<void> => {
  if (document.documentElement.dataset['typeface'] !== undefined) return;
  await allDrawn();
  await document.fonts.load("14px 'Inter Variable'");
  document.documentElement.dataset['typeface'] = 'inter';
  try {
    localStorage.setItem('rondo.typeface', 'inter');
  } catch {
    // Without storage every visit begins in the device's typeface.
  }
};

fetchIdly(async () => (await import('../ui/overlays/tooltips.ts')).showTooltips());

const App = ({ router }: { readonly router: ReturnType<typeof createRouter> }) => {
  useEffect(drawNext, []);
  return (
    <>
      <RouterProvider router={router} />
      <Toaster />
    </>
  );
};

/** Replaces the outline that the server sent once there is something to show. */
export const start = async (): Promise<void> => {
  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no root.');
  callAs(shownUserId);
  whenCatchingUp(saySaved);
  void loadTypeface();
  const router = createRouter();
  goBy((path) => void router.navigate(path));
  await firstPage(router);
  // index.html empties an outline when nobody is signed in; from now on the root is the app's.
  root.removeAttribute('data-outline');
  // Rendering in a transition makes room for clicks and scrolling in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <App router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  forgetEarly();
};
