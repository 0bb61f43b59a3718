import { expect, test } from 'vitest';
import { readAtText, syncStateText } from './sync-text.ts';

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
