import { expect, test } from 'vitest';
import { answerText, bandText, daysLeft, freeText, neighborsText, whenAsked } from './words.ts';

const austin = { timeZone: 'America/Chicago', today: '2026-11-29' };
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

test('a question says when it was asked and how long it stays', () => {
  expect(plain(whenAsked('2026-11-30T00:12:00Z', austin))).toBe('Today, 6:12 PM');
  expect(plain(whenAsked('2026-11-28T15:40:00Z', austin))).toBe('Yesterday, 9:40 AM');
  expect(whenAsked('2026-11-27T18:00:00Z', austin)).toBe('Fri, Nov 27');
  expect(plain(daysLeft({ forgottenOn: '2027-02-27' }, austin.today))).toBe('90 days left');
  expect(plain(daysLeft({ forgottenOn: '2026-11-30' }, austin.today))).toBe('1 day left');
});

test('when a family is free is said once for days with the same hours, Mondays first', () => {
  const window = (dayOfWeek: 0 | 1 | 3 | 4, startTime: string, endTime: string) => ({ dayOfWeek, startTime, endTime });
  const availability = [window(4, '16:00', '20:00'), window(3, '15:00', '19:30'), window(1, '15:00', '19:30')];
  expect(plain(freeText({ availability }))).toBe('Mon and Wed, 3:00 – 7:30 PM; Thu, 4:00 – 8:00 PM');
  expect(bandText({ dayOfWeek: 1, from: '18:00', to: '19:00' })).toBe('Mondays, between 6 and 7 PM');
  expect(bandText({ dayOfWeek: 0, from: '11:00', to: '12:00' })).toBe('Sundays, between 11 AM and 12 PM');
});

test('a time says what is around it', () => {
  const stop = (name: string) => ({ name, startTime: '15:00', endTime: '16:00' });
  expect(neighborsText({ before: stop('Ann'), after: stop('Ben') })).toBe('Between Ann and Ben');
  expect(neighborsText({ before: stop('Ann'), after: null })).toBe('After Ann, then home');
  expect(neighborsText({ before: null, after: stop('Ben') })).toBe('From home, before Ben');
  expect(neighborsText({ before: null, after: null })).toBe('From home and back');
});

test('the answer names the time and its first day', () => {
  expect(plain(answerText({ dayOfWeek: 4, startTime: '18:30', firstDate: '2026-12-03' }, 'Dana Whitfield'))).toBe(
    'Hello, thank you for asking. I could come on Thursdays at 6:30 PM, from December 3. Would that suit you? Dana Whitfield',
  );
});
