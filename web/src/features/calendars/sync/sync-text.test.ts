import { expect, test } from 'vitest';
import { protectsText, readAtText, staysText, syncStateText, unreadText } from './sync-text.ts';

const place = { timeZone: 'America/Chicago', today: '2026-11-23' };
const state = {
  teacherId: 'a',
  lastSyncAt: '2026-11-24T02:02:00.000Z',
  lastEventHash: null,
  syncEnabled: true,
  autoSyncInterval: 300,
  errorCount: 0,
  lastError: null,
  nextSyncAt: '2026-11-24T02:07:00.000Z',
};

test('a time of today is said as such, another one with its date', () => {
  expect(readAtText('2026-11-24T02:02:00.000Z', place)).toBe('today at 8:02\u00a0PM');
  expect(readAtText('2026-11-22T02:02:00.000Z', place)).toBe('Sat, Nov 21, 8:02\u00a0PM');
});

test('the state says when the feed was read and when it is read next', () => {
  expect(syncStateText(state, place)).toEqual({
    text: 'Last read today at 8:02\u00a0PM. Next try today at 8:07\u00a0PM.',
    failed: null,
  });
});

test('the state of a failing feed has the reason and the next try', () => {
  const lastError = 'There is no calendar at this address.';
  expect(syncStateText({ ...state, lastSyncAt: null, errorCount: 2, lastError }, place)).toEqual({
    text: 'Not synced yet. Next try today at 8:07\u00a0PM.',
    failed: lastError,
  });
});

test('while it is off, an old error is not shown', () => {
  const off = { ...state, syncEnabled: false, errorCount: 2, lastError: 'No.', nextSyncAt: null };
  expect(syncStateText(off, place).failed).toBeNull();
  expect(syncStateText(off, place).text).toMatch(/Off: changes in the calendar wait until you compare\./);
});

test('the events that could not be read are named by the first of them', () => {
  const lunch = { title: 'Lunch', date: null, detail: 'It has no start.', protects: null, isRead: false, events: 1 };
  const text = (unreadCount: number) => unreadText({ ignored: [lunch], unreadCount }).replaceAll('\u00a0', ' ');
  expect([0, 1, 2, 19_999].map(text)).toEqual([
    '',
    '“Lunch” could not be read.',
    '“Lunch” and 1 other event could not be read.',
    '“Lunch” and 19,998 other events could not be read.',
  ]);
  const long = { ...lunch, title: 'x'.repeat(200) };
  expect(unreadText({ ignored: [long], unreadCount: 1 })).toBe(`“${'x'.repeat(59)}…” could not be read.`);
});

test('an event that could not be read says what stays because of it', () => {
  const text = (what: 'event' | 'name' | 'everything', date: string | null, events = 1) =>
    protectsText({ title: 'Lunch', protects: { what, date }, events });
  expect([
    text('event', null),
    text('event', '2026-12-01'),
    text('event', null, 3),
    text('name', null),
    text('name', '2026-12-01'),
    text('everything', null),
    text('everything', '2026-12-01'),
    protectsText({ title: 'Lunch', protects: null, events: 1 }),
  ]).toEqual([
    'What was imported from it stays, on all its dates.',
    'What was imported from it stays on Tue, Dec 1.',
    'What was imported from them stays, on all their dates.',
    'What was imported as “Lunch” stays, on all dates.',
    'What was imported as “Lunch” stays on Tue, Dec 1.',
    'Everything that was imported stays, because it may be any of it.',
    'Everything that was imported stays on Tue, Dec 1.',
    '',
  ]);
  expect([0, 1, 2].map((stays) => staysText(stays, 3 - stays).replaceAll('\u00a0', ' '))).toEqual([
    'Nothing was imported from them.',
    'One imported entry may be from them, and stays.',
    '2 imported entries may be from it, and stay.',
  ]);
});
