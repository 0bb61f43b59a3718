import './lib/zod-without-eval.ts';
import './app/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { watchSaved } from './app/saved.ts';
import { queryClient } from './lib/queries.ts';

watchSaved();

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no root.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
