import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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

test('a browser with a session gets the page of the address with its outline, and any other the plain one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rondo-pages-'));
  await mkdir(path.join(folder, 'pages'));
  await writeFile(path.join(folder, 'index.html'), 'the page');
  await writeFile(path.join(folder, 'pages/schedule.html'), 'the outline of the week');
  const server = createServer(express().use(servePages(folder))).listen(0);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  const get = async (at: string, cookie = '') => {
    const answer = await fetch(`http://127.0.0.1:${port}${at}`, { headers: { cookie } });
    return [await answer.text(), answer.headers.get('vary')];
  };
  const session = 'theme=dark; rondo.sid=abc';
  expect((await get('/schedule?week=2026-11-23', session))[0]).toBe('the outline of the week');
  expect((await get('/', session))[0]).toBe('the outline of the week');
  expect(await get('/schedule')).toEqual(['the page', expect.stringContaining('Cookie')]);
  expect((await get('/reset-password', session))[0]).toBe('the page');
  expect((await get('/schedule/other', session))[0]).toBe('the page');
  server.close();
  await rm(folder, { recursive: true });
});
