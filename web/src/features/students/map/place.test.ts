import { expect, test } from 'vitest';
import { aStudent } from '../../../calendar/days/testing.ts';
import { areaAround, countedUntilNow, landmarks, startOf, whereWords } from './place.ts';

const zilker = { latitude: 30.2428, longitude: -97.7658 };
const ann = aStudent('ann', { ...zilker, locationPrecision: 'zip', zipCode: '78704' });
const nobody = { latitude: null, longitude: null };
const start = { latitude: 30.2428, longitude: -97.7658 };

test('the pin begins where the address is known to be, else at a home that is known', () => {
  const home = { latitude: 30.3, longitude: -97.8 };
  expect(startOf(ann, [home], [])).toEqual(zilker);
  expect(startOf({ ...ann, ...nobody, locationPrecision: null }, [nobody, home], [])).toEqual(home);
  expect(startOf({ ...ann, ...nobody, locationPrecision: null }, [nobody], [zilker])).toEqual(zilker);
  expect(startOf({ ...ann, ...nobody, locationPrecision: null }, [nobody], [nobody])).toBeNull();
});

test('where the pin is is said in miles and a direction', () => {
  const words = (by: { north?: number; east?: number }) =>
    whereWords(ann, start, {
      latitude: start.latitude + (by.north ?? 0) / 69.1,
      longitude: start.longitude + (by.east ?? 0) / (69.1 * Math.cos((start.latitude * Math.PI) / 180)),
    });
  expect(words({})).toBe('At the middle of ZIP code 78704');
  expect(words({ east: 0.05 })).toBe('0.05 mi east of the middle of ZIP code 78704');
  expect(words({ north: 0.8, east: 0.8 })).toBe('1.1 mi northeast of the middle of ZIP code 78704');
  expect(words({ north: -2 })).toBe('2.0 mi south of the middle of ZIP code 78704');
  expect(words({ east: -1 })).toBe('1.0 mi west of the middle of ZIP code 78704');
});

test('a pin that is placed already is moved from where it is, on a map of its surroundings', () => {
  const placed = aStudent('ann', { ...zilker, locationPrecision: 'exact', zipCode: '78704' });
  expect(startOf(placed, [], [])).toEqual(zilker);
  expect(whereWords(placed, start, start)).toBe('Where the pin was');
  const moved = { ...start, latitude: start.latitude + 0.5 / 69.1 };
  expect(whereWords(placed, start, moved)).toBe('0.5 mi north of where the pin was');
  expect(countedUntilNow(placed)).toBe('where the pin is now');
  const [southwest, northeast] = areaAround(placed, start);
  expect(((northeast?.latitude ?? 0) - (southwest?.latitude ?? 0)) * -69.1).toBeCloseTo(2, 1);
});

test('the map has room for the whole area, and what is known near it for orientation', () => {
  const [southeast, northwest] = areaAround(ann, start);
  expect(Math.abs((southeast?.latitude ?? 0) - (northwest?.latitude ?? 0)) * 69.1).toBeCloseTo(6, 1);
  const exact = aStudent('ben', { latitude: 30.25, longitude: -97.75, locationPrecision: 'exact' });
  const byZip = aStudent('eve', { latitude: 30.27, longitude: -97.74, locationPrecision: 'zip', zipCode: '78701' });
  const dallas = aStudent('kai', { latitude: 32.78, longitude: -96.8, locationPrecision: 'exact' });
  const marks = landmarks(ann, start, { students: [ann, exact, byZip, dallas], teachers: [] });
  expect(marks.map(({ id, mark }) => `${id}: ${mark.kind}`)).toEqual([
    'zip 78704: middle',
    'zip 78701: middle',
    'ben: student',
  ]);
});
