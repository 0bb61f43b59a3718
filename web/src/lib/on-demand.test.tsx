import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { onDemand } from './on-demand.ts';

test('a component whose file is there renders at once, without a fallback', async () => {
  const { Component, load } = onDemand<object>(async () => () => <p>Tuesday</p>);
  const page = (
    <Suspense fallback="Loading">
      <Component />
    </Suspense>
  );
  expect(renderToString(page)).toContain('Loading');
  await load();
  expect(renderToString(page)).toBe('<!--$--><p>Tuesday</p><!--/$-->');
});
