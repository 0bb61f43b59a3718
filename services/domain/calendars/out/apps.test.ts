import { expect, test } from 'vitest';
import { appNamed, missCounts } from './serve.ts';

test.each([
  ['Google-Calendar-Importer', 'Google'],
  ['iOS/18.1 (22B83) dataaccessd/1.0', 'Apple'],
  ['macOS/15.1 (24B83) CalendarAgent/1203', 'Apple'],
  ['Microsoft Office/16.0 (Microsoft Outlook 16.0.17328; Pro)', 'Outlook'],
  ['Microsoft.Exchange.Calendar.Internet/15.20', 'Outlook'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.4.0', 'Thunderbird'],
  ['YahooCalendar/1.0', 'Yahoo'],
  ['ICSx5/2.2.3 (ical4j/3.2.14 okhttp/4.12.0) Android/14', 'Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/605.1.15', null],
  ['curl/8.10.1', null],
  ['', null],
  [undefined, null],
])('%s is read by %s', (userAgent, app) => expect(appNamed(userAgent)).toBe(app));

test('a place may ask again 15 minutes after its first wrong address, and others at any time', () => {
  let now = 0;
  const misses = missCounts(() => now);
  for (let i = 0; i < 99; i += 1) misses.add('here');
  expect(misses.wait('here')).toBe(0);
  now = 60_000;
  misses.add('here');
  expect(misses.wait('here')).toBe(14 * 60);
  expect(misses.wait('there')).toBe(0);
  now = 15 * 60_000;
  expect(misses.wait('here')).toBe(0);
  misses.add('here');
  expect(misses.wait('here')).toBe(0);
});

test('a million guesses from a million places are forgotten, the eldest first', () => {
  const misses = missCounts(() => 0);
  for (let i = 0; i < 100; i += 1) misses.add('first');
  for (let i = 0; i < 20_000; i += 1) misses.add(`place ${i}`);
  expect(misses.wait('first')).toBe(0);
});
