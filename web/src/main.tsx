import './lib/zod-without-eval.ts';
import './app/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { createRouter } from './app/router.tsx';
import { watchSaved } from './app/saved.ts';
import { goBy } from './lib/navigation.ts';
import { queryClient } from './lib/queries.ts';

watchSaved();

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no root.');
const start = (): void => {
  const router = createRouter();
  goBy((path) => void router.navigate(path));
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
};

if ('Temporal' in globalThis) start();
else void import('temporal-polyfill/global').then(start);
