import { expect, test } from 'vitest';
import { changedDetails, givenDetails, lessonDetails } from './details.ts';
import { detailsOf, plainDetails } from './plain-details.ts';

test('only the details of a call are taken, and absent ones stay unchanged', () => {
  expect(changedDetails({})).toEqual({});
  expect(changedDetails(givenDetails.parse({ startTime: '16:00' }))).toEqual({});
  expect(changedDetails(givenDetails.parse({ notes: 'Side gate', startTime: '16:00' }))).toEqual({
    notes: 'Side gate',
  });
});

test('null and empty text clear a detail', () => {
  const given = givenDetails.parse({ notes: '', customAddress: null });
  expect(changedDetails(given)).toEqual({ notes: null, customAddress: null });
});

test('every detail of a row is copied, and nothing else', () => {
  const details = { ...plainDetails, notes: 'Side gate', useInOptimization: false };
  const row = { ...details, start: 960 };
  expect(detailsOf(row)).toEqual(details);
  expect(Object.keys(plainDetails)).toEqual(Object.keys(lessonDetails.shape));
});
