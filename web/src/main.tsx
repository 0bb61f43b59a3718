import './lib/zod-without-eval.ts';
import './app/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { createRouter, firstPage } from './app/router.tsx';
import { watchSaved } from './app/saved.ts';
import { forgetEarly } from './lib/early.ts';
import { goBy } from './lib/navigation.ts';
import { queryClient } from './lib/queries.ts';
import { loadTypeface } from './lib/typeface.ts';

watchSaved();
void loadTypeface();

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no root.');

/** Replaces the outline that the server sent once there is something to show. */
const start = async (): Promise<void> => {
  const router = createRouter();
  goBy((path) => void router.navigate(path));
  await firstPage(router);
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

if ('Temporal' in globalThis) void start();
else void import('temporal-polyfill/global').then(start);
