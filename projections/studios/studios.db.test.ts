import { openingSettings } from '@rondo/contracts/events/studio.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fact } from '../testing/facts.ts';
import { modelUnderTest } from '../testing/model-under-test.ts';
import { erased } from '../testing/people-facts.ts';
import { studiosModel } from './project.ts';
import { findStudio, type StudiosDb } from './queries.ts';

let model: Awaited<ReturnType<typeof modelUnderTest>>;
beforeAll(async () => {
  model = await modelUnderTest(studiosModel);
});
afterAll(() => model.close());

const opened = (studioId = 'studio', timeZone = 'America/Chicago'): Fact => ({
  stream: `studio-${studioId}`,
  type: 'StudioOpened',
  data: { timeZone, startGrid: 5 },
  studioId,
});
const changed = (changes: object, studioId = 'studio'): Fact => ({
  stream: `studio-${studioId}`,
  type: 'StudioSettingsChanged',
  data: { changes },
  studioId,
});

test('an opened studio has a row with its settings', async () => {
  expect(await model.after(opened())).toEqual({
    studios: [
      {
        studio_id: 'studio',
        settings: openingSettings({ timeZone: 'America/Chicago', startGrid: 5 }),
        revision: 0,
      },
    ],
    informed: [],
  });
});

test('a change of settings affects only what it names', async () => {
  await model.after(
    opened(),
    changed({ startGrid: 15, studioName: 'Whitfield Strings' }),
    changed({ studioName: null, currency: 'EUR' }),
    opened('other', 'Europe/Berlin'),
    changed({}, 'other'),
  );
  const db = model.tables().withTables<StudiosDb>();
  expect(await findStudio(db, 'studio')).toEqual({
    ...openingSettings({ timeZone: 'America/Chicago', startGrid: 15 }),
    currency: 'EUR',
  });
  expect(await findStudio(db, 'other')).toEqual(openingSettings({ timeZone: 'Europe/Berlin', startGrid: 5 }));
  expect(await findStudio(db, 'none')).toBeUndefined();
});

test('informing families keeps each one’s latest instant and changes no revision of the settings', async () => {
  const informed = (studentIds: string[], until: string): Fact => ({
    stream: 'studio-studio',
    type: 'FamiliesTold',
    data: { studentIds, until },
  });
  const rows = await model.after(
    opened(),
    informed(['ann', 'ben', 'ann'], '2026-11-02'),
    informed(['ann'], '2026-11-09'),
    informed(['ann'], '2026-11-01'),
  );
  expect(rows).toMatchObject({
    studios: [{ revision: 0 }],
    informed: [
      { student_id: 'ann', until: '2026-11-09' },
      { student_id: 'ben', until: '2026-11-02' },
    ],
  });
  const marks = [
    { studentId: 'ann', until: '2026-11-02' },
    { studentId: 'ben', until: null },
  ];
  expect(await model.after({ stream: 'studio-studio', type: 'ToldMarksRestored', data: { marks } })).toMatchObject({
    informed: [{ student_id: 'ann', until: '2026-11-02' }],
  });
});

test('settings of a studio that was never opened have no row', async () => {
  expect(await model.after(changed({ startGrid: 15 }))).toMatchObject({ studios: [] });
});

test('an erased studio has no row, even after later events', async () => {
  expect(await model.after(opened(), opened('other'), erased(), changed({ startGrid: 1 }), opened())).toMatchObject({
    studios: [{ studio_id: 'other' }],
  });
});
