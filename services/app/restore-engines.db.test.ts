import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { logEngines } from '../testing/log-engines.ts';
import { withSettableTime } from '../testing/settable-time.ts';
import { anyStepOrInvoice } from './testing/acts.ts';
import { restoresThereAndBack, resumedAtTheEnd } from './testing/restoring.ts';

withSettableTime();

test.each(Object.entries(logEngines))(
  'moments on %s are restored in every read model, and so is the state before each restore',
  async (_, open) => {
    const { store, stop } = await open();
    const lives = fc.sample(fc.array(anyStepOrInvoice, { minLength: 10, maxLength: 12, size: 'max' }), {
      numRuns: 3,
      seed: 20_261_122,
    });
    for (const [nth, steps] of lives.entries())
      expect(await restoresThereAndBack(steps, 4 * nth, { log: store, studioId: randomUUID() })).toEqual([
        'completed',
        'completed',
      ]);
    expect(await resumedAtTheEnd({ log: store, studioId: randomUUID() })).toEqual(['completed']);
    await store.close();
    await stop();
  },
  120_000,
);
