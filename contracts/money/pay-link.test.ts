import { expect, test } from 'vitest';
import { payLinkFor, payLinkProblem } from './pay-link.ts';

const due = { cents: 17_000, currency: 'USD', number: 'INV-2026-0003' };
const link = 'https://pay.example/dana/{amount}?for={invoice}';

test.each([
  [due, 'https://pay.example/dana/170.00?for=INV-2026-0003'],
  [{ ...due, cents: 123_456_705 }, 'https://pay.example/dana/1234567.05?for=INV-2026-0003'],
  [{ ...due, currency: 'JPY', cents: 500_000 }, 'https://pay.example/dana/5000?for=INV-2026-0003'],
  [{ ...due, currency: 'JPY', cents: 500_050 }, 'https://pay.example/dana/5000.50?for=INV-2026-0003'],
  [{ ...due, number: 'Nº 3/26 & $&#?' }, 'https://pay.example/dana/170.00?for=N%C2%BA%203%2F26%20%26%20%24%26%23%3F'],
  [{ ...due, number: '{amount}' }, 'https://pay.example/dana/170.00?for=%7Bamount%7D'],
])('amount and number are filled in, as addresses write them: %o', (of, filled) => {
  expect(payLinkFor(link, of)).toBe(filled);
});

test('a link may have a placeholder twice, or none', () => {
  expect(payLinkFor('https://pay.example/{amount}/{amount}', due)).toBe('https://pay.example/170.00/170.00');
  expect(payLinkFor('https://pay.example/{Amount}', due)).toBe('https://pay.example/{Amount}');
});

test('what is no web address is refused', () => {
  for (const one of [link, 'https://paypal.me/dana', 'https://zahlen.müller.example/{amount}EUR'])
    expect(payLinkProblem(one)).toBeNull();
  for (const one of ['', 'http://pay.example', 'javascript:alert(1)', 'https:/pay.example', 'pay.example'])
    expect(payLinkProblem(one)).toBe('The pay link must begin with https://.');
  for (const one of [
    'https://',
    'https:// pay.example',
    'https://pay.example/a\u00A0b',
    'https://pay.example:{amount}',
    'https://{amount}/',
  ])
    expect(payLinkProblem(one)).toBe('The pay link must be a web address without spaces.');
});
