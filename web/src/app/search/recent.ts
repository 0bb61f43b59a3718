import { keep, storedValue } from '../../lib/page/browser-storage.ts';
import { entryIcons, type Entry } from './entries.ts';

const name = 'recentlyFound';
const mostRecent = 6;

type Recent = Pick<Entry, 'kind' | 'key' | 'label' | 'detail'> & { readonly to: string };

const isText = (value: unknown): value is string => typeof value === 'string';

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  isText(value.kind) &&
  value.kind in entryIcons &&
  'key' in value &&
  isText(value.key) &&
  'label' in value &&
  isText(value.label) &&
  'detail' in value &&
  isText(value.detail) &&
  'to' in value &&
  isText(value.to) &&
  value.to.startsWith('/');

const stored = (userId: string): Recent[] => {
  const value = storedValue(userId, name);
  return Array.isArray(value) ? value.filter(isRecent) : [];
};

/** What this user opened from the palette in this browser, newest first. */
export const recentEntries = (userId: string): Entry[] =>
  stored(userId).map(({ to, ...entry }) => ({ ...entry, leads: { to } }));

export const rememberEntry = (userId: string, { kind, key, label, detail, leads }: Entry): void => {
  if (!('to' in leads)) return;
  const others = stored(userId).filter((one) => one.key !== key);
  keep(userId, name, [{ kind, key, label, detail, to: leads.to }, ...others].slice(0, mostRecent));
};
