import './lib/page/zod-without-eval.ts';
import './app/index.css';

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Runs the code in several tasks, so that a slow device can scroll and tap the outline in between. The files themselves are fetched at once. */
const begin = async (): Promise<void> => {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  await import('react-dom/client');
  await nextTask();
  const { start } = await import('./app/start.tsx');
  await nextTask();
  await start();
};

void begin();
