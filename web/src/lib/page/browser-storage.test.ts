import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drop, dropOthers, keep, storedValue } from './browser-storage.ts';

/** A fake of the browser's storage, as far as it is used: an object with its keys as properties. */
class FakeStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    const value = this[key];
    return typeof value === 'string' ? value : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

beforeEach(() => vi.stubGlobal('localStorage', new FakeStorage()));
afterEach(() => vi.unstubAllGlobals());

test('values are stored per user', () => {
  keep('dana', 'latestReport', { placed: 31 });
  expect(storedValue('dana', 'latestReport')).toEqual({ placed: 31 });
  expect(storedValue('marcus', 'latestReport')).toBeNull();
  drop('dana', 'latestReport');
  expect(storedValue('dana', 'latestReport')).toBeNull();
});

test('another user’s values are removed, and everyone’s at sign-out; unrelated values stay', () => {
  keep('dana', 'latestReport', 1);
  keep('marcus', 'latestReport', 2);
  localStorage.setItem('theme', 'dark');
  dropOthers('marcus');
  expect([storedValue('dana', 'latestReport'), storedValue('marcus', 'latestReport')]).toEqual([null, 2]);
  dropOthers(null);
  expect([storedValue('marcus', 'latestReport'), localStorage.getItem('theme')]).toEqual([null, 'dark']);
});

test('a browser without storage causes no errors', () => {
  vi.stubGlobal('localStorage', undefined);
  keep('dana', 'latestReport', 1);
  dropOthers(null);
  expect(storedValue('dana', 'latestReport')).toBeNull();
});
