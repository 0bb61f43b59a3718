import { openingSettings, type SettingsChanges } from '@rondo/contracts/events/studio.ts';
import { describe, test } from 'vitest';
import { RuleBroken } from '../../platform/kit/errors.ts';
import { specification } from '../../testing/given.ts';
import { changeSettings, restoreStudio, studioAggregate } from './studio.ts';

const { given } = specification(studioAggregate);
const opening = { timeZone: 'America/Chicago', startGrid: 5, minutesBetween: 0 } as const;
const settings = openingSettings(opening);
const opened = { type: 'StudioOpened', data: opening } as const;
const changed = (changes: SettingsChanges) => ({ type: 'StudioSettingsChanged', data: { changes } }) as const;
const loaded = { type: 'SampleStudioLoaded', data: { seed: 'seed' } } as const;
const forgotten = { type: 'SampleStudioRemoved', data: { seed: 'seed' } } as const;
const restore = (target: Parameters<typeof restoreStudio>[1]) => (state: Parameters<typeof restoreStudio>[0]) =>
  restoreStudio(state, target);

describe('changing settings', () => {
  test('records only what differs', () => {
    given(opened, changed({ currency: 'EUR' }))
      .when(changeSettings({ startGrid: 5, currency: 'USD', studioName: undefined }))
      .then(changed({ currency: 'USD' }));
    given(opened)
      .when(changeSettings({ startGrid: 5, optimizerSeconds: null }))
      .thenNothing();
  });
});

describe('restoring a studio', () => {
  test('changes the settings that differ', () => {
    given(opened, changed({ timeZone: 'America/New_York', studioName: 'Strings', paymentTermsDays: 30 }))
      .when(restore({ settings, sample: null }))
      .then(changed({ timeZone: 'America/Chicago', studioName: null, paymentTermsDays: 14 }));
    given(opened)
      .when(restore({ settings, sample: null }))
      .thenNothing();
  });

  test('loads and forgets the sample under its seed', () => {
    given(opened, loaded)
      .when(restore({ settings, sample: null }))
      .then(forgotten);
    given(opened, loaded, forgotten)
      .when(restore({ settings, sample: 'seed' }))
      .then(loaded);
  });

  test('to before it was opened is refused', () =>
    given(opened)
      .when(restore({ settings: null, sample: null }))
      .thenRefused(RuleBroken, 'Opening an account cannot be undone.'));
});
