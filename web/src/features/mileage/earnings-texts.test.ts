import { expect, test } from 'vitest';
import { drivingWarning, hourText, partsText } from './earnings-texts.ts';

const part = {
  income: 400,
  drivingCost: 75.3954,
  teaching: 360,
  driving: 195.5,
  waiting: 20,
  lessons: 4,
  unrated: 0,
  perHour: 33.8113,
};

test('an hour is shown with its parts, rounded', () => {
  expect(hourText(part, 'USD')).toBe('$33.81');
  expect(hourText(part, 'JPY')).toBe('¥34');
  expect(partsText(part, 'USD').replaceAll('\u00a0', ' ')).toBe(
    '4 lessons, $400.00 less $75.40 for 6 h teaching, 3 h 16 driving, 20 min waiting',
  );
  expect(hourText({ ...part, perHour: null }, 'USD')).toBe('–');
  expect(hourText({ ...part, perHour: null, unrated: 1 }, 'USD')).toBe('No rate');
  expect(partsText({ ...part, teaching: 0, driving: 0, waiting: 0, drivingCost: 0, lessons: 1 }, 'USD')).toBe(
    '1\u00a0lesson, $400.00',
  );
});

test('driving over half of teaching is marked', () => {
  expect(drivingWarning(part)).toBe('Driving is 54% of teaching');
  expect(drivingWarning({ ...part, driving: 180 })).toBeNull();
  expect(drivingWarning({ ...part, teaching: 0 })).toBeNull();
});
