import { expect, test } from 'vitest';
import { stateOfMailLink, tokenIn } from './mail-link.ts';

const at = (pathname: string, search: string) => ({ pathname, search });

test.each(['/reset-password', '/confirm-email', '/change-email'])(
  'the token of a link to %s moves from the address to the state',
  (page) => {
    expect(tokenIn({ state: stateOfMailLink(at(page, '?token=%20abc-1%20&more=1')) })).toBe('abc-1');
    expect(tokenIn({ state: stateOfMailLink(at(page, '?token=')) })).toBe('');
    expect(stateOfMailLink(at(page, ''))).toBe(null);
  },
);

test('another page has none', () => {
  expect(stateOfMailLink(at('/auth', '?token=abc'))).toBe(null);
  for (const state of [null, undefined, 'abc', {}, { token: 7 }]) expect(tokenIn({ state })).toBe(null);
});
