import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { lazyPanel } from './lazy.tsx';

test('a component whose file is there renders at once, without a fallback', async () => {
  const Panel = lazyPanel<object>(async () => () => 'Tuesday', 'Loading');
  const shown = () => renderToString(createElement(Panel));
  expect(shown()).toContain('Loading');
  await Panel.load();
  expect(shown()).toBe('<!--$-->Tuesday<!--/$-->');
});
