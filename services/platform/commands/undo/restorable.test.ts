import { describe, expect, test } from 'vitest';
import { RuleBroken } from '../../kit/errors.ts';
import { contentTakenBack } from './restorable.ts';

type Content = { readonly name: string; readonly phone: string; readonly teachers: readonly string[] };
const ann: Content = { name: 'Ann', phone: '1', teachers: [] };
const taken = (before: Content | null, after: Content | null, now: Content | null) =>
  contentTakenBack({ before, after }, now, ({ name }) => name);
const message = 'Ann has changed since then, so this can no longer be undone.';

describe('what a batch changed in a stream', () => {
  test('is as before, and rows that others changed since stay', () =>
    expect(taken(ann, { ...ann, phone: '2' }, { ...ann, phone: '2', teachers: ['Dana'] })).toEqual({
      ...ann,
      teachers: ['Dana'],
    }));

  test('cannot be undone once others have changed the same row', () => {
    const changed = { ...ann, phone: '2' };
    expect(() => taken(ann, changed, { ...ann, phone: '3' })).toThrow(RuleBroken);
    expect(() => taken(ann, changed, { ...ann, phone: '3' })).toThrow(message);
    expect(() => taken(ann, changed, null)).toThrow(message);
  });

  test('is judged by content: changed and changed back counts as untouched', () =>
    expect(taken(ann, { ...ann, phone: '2' }, { ...ann, phone: '2' })).toEqual(ann));
});

describe('what a batch created', () => {
  test('goes, also when rows that it did not have were added since', () =>
    expect(taken(null, ann, { ...ann, teachers: ['Dana'] })).toBeNull());

  test('stays once others have changed or removed it', () => {
    expect(() => taken(null, ann, { ...ann, phone: '2' })).toThrow(message);
    expect(() => taken(null, ann, null)).toThrow(message);
  });
});

describe('what a batch removed', () => {
  test('returns whole', () => expect(taken(ann, null, null)).toEqual(ann));

  test('does not return over what is there again', () => expect(() => taken(ann, null, ann)).toThrow(message));
});
