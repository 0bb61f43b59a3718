import { expect, test } from 'vitest';
import { textOf } from './mails.ts';

test('only what says that it is quoted-printable is decoded', () => {
  const mail = (encoding: string, text: string): string =>
    `Content-Type: text/plain\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${text}\r\n`;
  expect(textOf(mail('7bit', 'https://rondo.example/family#k=A3b'))).toContain('#k=A3b');
  expect(textOf(mail('quoted-printable', 'https://rondo.example/fam=\r\nily#k=3DA3b'))).toContain('/family#k=A3b');
});
