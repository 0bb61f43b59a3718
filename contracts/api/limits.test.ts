import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldsOf, takes } from '../testing/fields-of.ts';
import { allEndpoints } from './all.ts';

const fields = allEndpoints.flatMap(fieldsOf);
const dates = fields.filter((field) => takes(field, '2026-12-01') && !takes(field, '2026-13-01'));
// What a mile counts for has a third decimal.
const amounts = fields.filter(({ path }) => /rate$/i.test(path) && !path.includes('body.mileage.'));

test('every date that a caller names lies in the years 1901 to 2100', () => {
  expect(dates.length).toBeGreaterThan(20);
  for (const field of dates) {
    for (const date of ['1901-01-01', '2100-12-31']) expect(takes(field, date), `${field.path} ${date}`).toBe(true);
    const outside = fc.oneof(fc.integer({ min: 0, max: 1900 }), fc.integer({ min: 2101, max: 9999 }));
    fc.assert(
      fc.property(outside, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), (year, month, day) => {
        const text = [year, month, day].map((part, i) => String(part).padStart(i === 0 ? 4 : 2, '0')).join('-');
        expect(takes(field, text), `${field.path} ${text}`).toBe(false);
      }),
      {
        numRuns: 50,
        examples: [
          [1900, 12, 31],
          [2101, 1, 1],
          [2199, 12, 31],
        ],
      },
    );
  }
});

test('every rate that a caller names has two decimals at most', () => {
  expect(amounts.map(({ path }) => path)).toEqual([
    'POST /api/branches/:id/changes body.change.perLessonRate',
    'POST /api/inquiries/:id/add body.perLessonRate',
    'POST /api/inquiries/:id/add body.monthlyRate',
    'POST /api/students body.perLessonRate',
    'POST /api/students body.monthlyRate',
    'POST /api/students/set-rate body.rate',
    'PUT /api/students/:id body.perLessonRate',
    'PUT /api/students/:id body.monthlyRate',
  ]);
  for (const field of amounts) {
    for (const rate of [50, 50.5, 50.55, 0.01, null]) expect(takes(field, rate), `${field.path} ${rate}`).toBe(true);
    for (const rate of [50.555, 0.001, 49.999_999, -1, 0, Infinity, '50', 1e300])
      expect(takes(field, rate), `${field.path} ${rate}`).toBe(false);
  }
});
