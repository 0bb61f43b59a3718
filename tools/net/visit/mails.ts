import { readdir, readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Names } from './names.ts';

/** Attachments by their content, and boundaries by their order. */
const readable = (mail: string): string => {
  const boundaries = [...mail.matchAll(/boundary="([^"]+)"/g)].map(([, boundary = '']) => boundary);
  const named = boundaries.reduce((text, boundary, i) => text.replaceAll(boundary, `boundary ${i + 1}`), mail);
  return named
    .replaceAll('=\r\n', '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (octets) => Buffer.from(octets.replaceAll('=', ''), 'hex').toString('utf8'))
    .replaceAll(/(?:^[A-Za-z0-9+/=]{76}\n)+^[A-Za-z0-9+/=]+$/gm, (encoded) => {
      const content = Buffer.from(encoded, 'base64');
      return `(${content.length} bytes ${createHash('sha256').update(content).digest('hex').slice(0, 16)})`;
    });
};

/** The mails that are saved as files. */
export const mailsOf = async (dataDir: string, names: Names): Promise<string> => {
  const folder = path.join(dataDir, 'mail');
  names.enter('mails');
  const files = await readdir(folder).catch(() => []);
  const mails = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  const dateOf = (mail: string): number => Date.parse(/^Date: (.*)$/m.exec(mail)?.[1] ?? '');
  return mails
    .toSorted((a, b) => dateOf(a) - dateOf(b))
    .map((mail) => `=== mail\n${names.inText(readable(mail))}\n`)
    .join('');
};
