import { describe, test } from 'vitest';
import { RuleBroken } from '../errors/errors.ts';
import { specification } from '../testing/given.ts';
import { restoreStudio, studioAggregate } from './studio.ts';

const { given } = specification(studioAggregate);
const settings = { timeZone: 'America/Chicago', startGrid: 5 } as const;
const opened = { type: 'StudioOpened', data: settings } as const;
const changed = (changes: { timeZone?: string; startGrid?: 1 | 5 | 10 | 15 }) =>
  ({ type: 'StudioSettingsChanged', data: { changes } }) as const;
const loaded = { type: 'SampleStudioLoaded', data: { seed: 'seed' } } as const;
const forgotten = { type: 'SampleStudioRemoved', data: { seed: 'seed' } } as const;
const restore = (target: Parameters<typeof restoreStudio>[1]) => (state: Parameters<typeof restoreStudio>[0]) =>
  restoreStudio(state, target);

describe('restoring a studio', () => {
  test('changes the settings that differ', () => {
    given(opened, changed({ timeZone: 'America/New_York' }))
      .when(restore({ settings, sample: null }))
      .then(changed({ timeZone: 'America/Chicago' }));
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
