import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';
import sirv from 'sirv';
import { isOfFamilies } from './callers/family.ts';
import { hasSession } from './callers/sessions.ts';

/** A file that disappears while it is sent, for example because the pages are built again, ends its own connection, not the process. */
const surviveLostFiles: RequestHandler = (_request, response, next) => {
  response.once('pipe', (file) => file.once('error', () => response.destroy()));
  next();
};

/** Pages with an index.html of their own, by the first part of their path. */
const ownPages = (folder: string): string[] => {
  const pages = path.join(folder, 'pages');
  return existsSync(pages)
    ? readdirSync(pages).flatMap((file) => (file.endsWith('.html') ? [path.basename(file, '.html')] : []))
    : [];
};

/** Every HTML file of the built pages. */
export const htmlOf = (folder: string): string[] =>
  [path.join(folder, 'index.html'), ...ownPages(folder).map((page) => path.join(folder, 'pages', `${page}.html`))]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'));

/** Sends a browser with a session the page's own index.html, which has its outline. Who is signed out sees another screen at that address. */
const chooseIndex = (folder: string): RequestHandler => {
  const own = new Set(ownPages(folder));
  return (request, _response, next) => {
    const [, page = '', ...more] = request.path.split('/');
    const name = page === '' ? 'schedule' : page;
    // Each studio's form is one page.
    if (page === 'ask' && more.length === 1) request.url = '/ask.html';
    if (own.has(name) && more.join('') === '' && hasSession(request)) request.url = `/pages/${name}.html`;
    next();
  };
};

/** Serves the built pages, compressed; every path without a file is the app's first page. */
export const servePages = (folder: string): RequestHandler[] => [
  surviveLostFiles,
  chooseIndex(folder),
  sirv(folder, {
    single: true,
    gzip: true,
    brotli: true,
    etag: true,
    setHeaders: (response, file) => {
      // Its address is a secret in the browser: its headers stand already.
      if (isOfFamilies(file)) return;
      const isAsset = file.startsWith('/assets/');
      response.setHeader('Cache-Control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (!isAsset) response.setHeader('Vary', 'Accept-Encoding, Cookie');
    },
  }),
];
