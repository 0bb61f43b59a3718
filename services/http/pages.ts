import type { RequestHandler } from 'express';
import sirv from 'sirv';

/** A file that disappears while it is sent, for example because the pages are built again, ends its own connection, not the process. */
const surviveLostFiles: RequestHandler = (_request, response, next) => {
  response.once('pipe', (file) => file.once('error', () => response.destroy()));
  next();
};

/** Serves the built pages, compressed; every path without a file is the app's first page. */
export const servePages = (folder: string): RequestHandler[] => [
  surviveLostFiles,
  sirv(folder, {
    single: true,
    gzip: true,
    brotli: true,
    etag: true,
    setHeaders: (response, file) =>
      response.setHeader(
        'Cache-Control',
        file.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  }),
];
