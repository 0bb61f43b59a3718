import { expect, test } from 'vitest';
import { registration } from './account/accounts.ts';
import { otherEmail, ownEmail, typedLine } from './shapes.ts';

test('a name is one line: line breaks become spaces, and what no keyboard produces is refused', () => {
  const line = typedLine(20);
  expect(line.parse(' Ann\r\nBcc: x\u2028y\t')).toBe('Ann Bcc: x y');
  expect(line.parse('Zoë  O’Neil-Ito')).toBe('Zoë  O’Neil-Ito');
  expect(line.parse('\u202EAnn\u2066 Lee\u200B')).toBe('Ann Lee');
  // Joiners are part of names and emoji.
  expect(line.parse('می\u200Cخواهم 👩\u200D🎤')).toBe('می\u200Cخواهم 👩\u200D🎤');
  expect(registration.shape.firstName.parse('\u200B')).toBe('');
  expect(line.safeParse('Ann\0').success).toBe(false);
  const account = { email: 'ann@example.com', password: 'correct horse', firstName: 'Ann\nLee', lastName: '\n' };
  expect(registration.parse(account)).toMatchObject({ firstName: 'Ann Lee', lastName: '' });
});

test('an email address is asked for when there is none, and refused when it is no address', () => {
  const said = (typed: unknown) => ownEmail.safeParse(typed).error?.issues.map(({ message }) => message);
  for (const none of [undefined, '', '  ']) expect(said(none)).toEqual(['Please enter your email address.']);
  for (const wrong of ['ann', 'ann@example.com\r\nBcc: eve@example.com', 'ann@example.com, eve@example.com'])
    expect(said(wrong)).toEqual(['Please enter a valid email address.']);
  expect(said(' ann@example.com\n')).toBeUndefined();
  expect(otherEmail.safeParse('').error?.issues[0]?.message).toBe('Please enter an email address.');
});
