import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test('passwords that are often found in breaches are common, in any case', () => {
  for (const password of ['123456', 'password', 'PassWord', 'qwerty123', 'iloveyou', 'letmein'])
    expect([password, isCommonPassword(password)]).toEqual([password, true]);
});

test('others are not, and neither are words that every object has', () => {
  for (const password of ['', 'six-strings', 'Wren plays at four', 'constructor', '__proto__'])
    expect([password, isCommonPassword(password)]).toEqual([password, false]);
});
