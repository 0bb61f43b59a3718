import { expect, test } from 'vitest';
import { aTeacher } from '../../calendar/days/testing.ts';
import { farAway } from './far-away.ts';

const austin = { latitude: 30.2428, longitude: -97.7658 };
const lamarInPennsylvania = { latitude: 41.0145, longitude: -77.535 };
const carla = aTeacher({ id: 'carla', name: 'Carla Mendes', ...austin });
const drew = aTeacher({ id: 'drew', name: 'Drew Penn', ...lamarInPennsylvania });
const nowhere = aTeacher({ id: 'nina', name: 'Nina New', latitude: null, longitude: null });

test('an address over 60 miles from the student’s teacher is asked about, and names the teacher', () => {
  expect(farAway(lamarInPennsylvania, [carla, drew], 'carla')).toBe(
    'This address is about 1,353 miles from Carla Mendes.',
  );
  expect(farAway(austin, [carla, drew], 'carla')).toBeNull();
  expect(farAway({ latitude: 30.9, longitude: -97.7658 }, [carla], 'carla')).toBeNull();
  expect(farAway({ latitude: 31.2, longitude: -97.7658 }, [carla], 'carla')).toMatch(/ 66 miles /);
});

test('without a teacher, or one without an address, the nearest one with an address counts', () => {
  expect(farAway(lamarInPennsylvania, [carla, drew], '')).toBeNull();
  expect(farAway(lamarInPennsylvania, [nowhere, carla], 'nina')).toMatch(/Carla Mendes/);
  expect(farAway(lamarInPennsylvania, [nowhere], 'nina')).toBeNull();
  expect(farAway({ latitude: null, longitude: null }, [carla], 'carla')).toBeNull();
});
