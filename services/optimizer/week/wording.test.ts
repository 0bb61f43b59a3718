import { expect, test } from 'vitest';
import { sayDrive, sayList, sayMoment, sayWindow } from './wording.ts';

const plainSpaces = (text: string): string => text.replaceAll('\u00a0', ' ');

test.each([
  [7, 'a 7 min drive'],
  [8, 'an 8 min drive'],
  [11, 'an 11 min drive'],
  [18, 'an 18 min drive'],
  [38, 'a 38 min drive'],
  [80, 'a 1 h 20 drive'],
  [480, 'an 8 h drive'],
  [660, 'an 11 h drive'],
])('a drive of %d minutes has the right article', (minutes, text) => {
  expect(plainSpaces(sayDrive(minutes))).toBe(text);
});

test('times and windows are formatted in 12-hour form', () => {
  expect(plainSpaces(sayMoment(2, 975))).toBe('Tue 4:15 PM');
  expect(plainSpaces(sayWindow({ dayOfWeek: 6, startTime: 690, endTime: 735 }))).toBe('Sat 11:30 AM – 12:15 PM');
});

test('lists end in and', () => {
  expect([[], ['Ann'], ['Ann', 'Ben'], ['Ann', 'Ben', 'Cy']].map(sayList)).toEqual([
    '',
    'Ann',
    'Ann and Ben',
    'Ann, Ben and Cy',
  ]);
});
