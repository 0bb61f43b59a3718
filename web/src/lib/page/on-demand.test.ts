import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { onDemand } from './on-demand.ts';

test('a component whose file is there renders at once, without a fallback', async () => {
  const { Component, load } = onDemand<object>(async () => () => 'Tuesday');
  const shown = () => renderToString(createElement(Suspense, { fallback: 'Loading' }, createElement(Component)));
  expect(shown()).toContain('Loading');
  await load();
  expect(shown()).toBe('<!--$-->Tuesday<!--/$-->');
});
