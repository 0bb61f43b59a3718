import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { expect, test } from 'vitest';
import { servePages } from './pages.ts';

test('a file that is gone since the start fails its own request only', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rondo-pages-'));
  await writeFile(path.join(folder, 'index.html'), 'the page');
  await writeFile(path.join(folder, 'old.js'), 'the script');
  const server = createServer(express().use(servePages(folder))).listen(0);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  await rm(path.join(folder, 'old.js'));
  const lost = await fetch(`http://127.0.0.1:${port}/old.js`)
    .then((answer) => answer.text())
    .catch(() => null);
  expect(lost).toBeNull();
  expect(await (await fetch(`http://127.0.0.1:${port}/any/path`)).text()).toBe('the page');
  server.close();
  await rm(folder, { recursive: true });
});
