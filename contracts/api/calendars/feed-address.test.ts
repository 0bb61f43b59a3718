import { describe, expect, test } from 'vitest';
import { feedAddressText } from './feed-address.ts';
import { teacherInput } from '../people/teachers.ts';

const problemWith = (text: string): string | undefined => feedAddressText.safeParse(text).error?.issues[0]?.message;

test.each([
  'https://calendar.example/feed.ics?token=a%20b#top',
  'http://calendar.example/feed',
  'webcal://calendar.example/feed.ics',
  'WebCal://calendar.example:8443/feed.ics',
  'https://calendar.example:8080/',
  'http://[2001:db8::1]:80/feed.ics',
  'https://kalender.exämple/feed.ics',
  'https://calendar.example/feed/ann@example.com/basic.ics',
])('a calendar is at %s', (address) => expect(feedAddressText.parse(`  ${address} `)).toBe(address));

describe('a calendar is not at', () => {
  test.each([
    ['the studio calendar', /^This is not a web address\. Please copy/],
    ['https://', /^This is not a web address/],
    ['https://two words.example/a.ics', /^This is not a web address/],
    ['calendar.example/feed.ics', /begins with https:\/\/, http:\/\/ or webcal:\/\/\./],
    ['calendar.example:8080/feed.ics', /begins with/],
    ['//calendar.example/feed.ics', /^This is not a web address/],
    ['https:calendar.example', /begins with/],
    ['ftp://calendar.example/feed.ics', /begins with/],
    ['webcals://calendar.example/feed.ics', /begins with/],
    ['file:///etc/passwd', /begins with/],
    ['javascript:alert(1)', /begins with/],
    ['https://ann:secret@calendar.example/a.ics', /^The address contains a name or a password before an @/],
    ['https://calendar.example@evil.example/a.ics', /name or a password before an @/],
    ['https://calendar.example:3000/a.ics', /only :80, :443, :8080 and :8443/],
    ['http://calendar.example:22', /only :80/],
    [`https://calendar.example/${'a'.repeat(500)}`, /at most 500 characters/],
  ])('%s', (address, sentence) => expect(problemWith(address)).toMatch(sentence));
});

test('no address clears it, and the teacher form and the call have the same rule', () => {
  expect([feedAddressText.parse(''), feedAddressText.parse(null), feedAddressText.parse(undefined)]).toEqual([
    null,
    null,
    undefined,
  ]);
  expect(teacherInput.shape.calendarUrl).toBe(feedAddressText);
});
