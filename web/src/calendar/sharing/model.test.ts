import { expect, test } from 'vitest';
import { lastReadText, googleLink, reachOf, webcalLink } from './model.ts';

const place = { timeZone: 'America/Chicago', today: '2026-12-07' } as const;
const shared = {
  subscribableUrl: 'https://rondo.example/feeds/a.ics',
  lastFetchedAt: '2026-12-07T23:40:12.000Z',
  lastFetchedBy: 'Google',
  changedSince: true,
} as const;

test('a reading before the last change is said with its time in the studio', () => {
  const { state, title, detail } = lastReadText(shared, place);
  expect(state).toBe('behind');
  expect(title).toBe('Last read today at 5:40\u00a0PM by Google, before the last change');
  expect(detail).toBe('Google may take a day to show it.');
});

test('what has changed since is named, the first of several', () => {
  const one = 'Ann’s lesson on Tuesday, December 8 was cancelled.';
  expect(lastReadText(shared, place, [one]).detail).toBe(`${one} Google may take a day to show it.`);
  expect(lastReadText(shared, place, [one, 'B.', 'C.']).detail).toBe(
    `${one} And 2\u00a0other changes. Google may take a day to show them.`,
  );
});

test('a reading after the last change is current', () => {
  const { state, title } = lastReadText({ ...shared, changedSince: false, lastFetchedBy: 'Android' }, place);
  expect(state).toBe('current');
  expect(title).toBe('Last read today at 5:40\u00a0PM by an Android app, after the last change');
});

test.each([
  ['2026-12-07T05:30:00.000Z', 'yesterday at 11:30\u00a0PM'],
  ['2025-11-12T16:00:00.000Z', 'on Nov 12, 2025 at 10:00\u00a0AM'],
])('a reading at %s was %s', (lastFetchedAt, when) => {
  expect(lastReadText({ ...shared, lastFetchedAt, lastFetchedBy: null }, place).title).toBe(
    `Last read ${when} by another app or a browser, before the last change`,
  );
});

test('a calendar that no app has read yet says so', () => {
  const never = { ...shared, lastFetchedAt: null, lastFetchedBy: null, changedSince: false };
  expect(lastReadText(never, place)).toMatchObject({ state: 'never', title: 'Not read yet' });
});

const address = 'https://rondo.example/feeds/Qm7tV0_-.ics';

test('calendar apps subscribe by webcal, also when Rondo is served without encryption', () => {
  expect(webcalLink(address)).toBe('webcal://rondo.example/feeds/Qm7tV0_-.ics');
  expect(webcalLink('http://127.0.0.1:3000/feeds/a.ics')).toBe('webcal://127.0.0.1:3000/feeds/a.ics');
});

test('Google is asked to subscribe to the whole address', () => {
  const link = new URL(googleLink(address));
  expect(link.origin).toBe('https://calendar.google.com');
  expect(link.searchParams.get('cid')).toBe('webcal://rondo.example/feeds/Qm7tV0_-.ics');
});

test.each([
  ['computer', ['localhost', 'rondo.localhost', '127.0.0.1', '127.8.0.1', '[::1]']],
  ['network', ['studio', 'studio.local', '10.0.0.7', '172.20.1.1', '192.168.1.20', '[fd00::1]']],
  ['internet', ['rondo.example', '172.217.1.1', '100.20.3.4', '1.10.0.7', 'localhost.example']],
] as const)('the reach of an address is success: %s', (reach, hosts) =>
  expect(hosts.map((host) => reachOf(`http://${host}:3000/feeds/a.ics`))).toEqual(hosts.map(() => reach)),
);
