import { expect, test } from 'vitest';
import { resetTokenIn, stateOfResetLink } from './reset-link.ts';

const at = (pathname: string, search: string) => ({
  pathname,
  search,
  hash: '',
  state: null,
  key: 'default',
  mask: undefined,
});

test('the token of a reset link moves from the address to the state', () => {
  expect(resetTokenIn({ state: stateOfResetLink(at('/reset-password', '?token=%20abc-1%20&more=1')) })).toBe('abc-1');
  expect(resetTokenIn({ state: stateOfResetLink(at('/reset-password', '?token=')) })).toBe('');
  expect(stateOfResetLink(at('/reset-password', ''))).toBe(null);
  expect(stateOfResetLink(at('/auth', '?token=abc'))).toBe(null);
});

test('another page’s state has none', () => {
  for (const state of [null, undefined, 'abc', {}, { resetToken: 7 }]) expect(resetTokenIn({ state })).toBe(null);
});
