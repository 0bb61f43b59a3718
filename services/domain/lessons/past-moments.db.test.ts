import fc from 'fast-check';
import { expect, test } from 'vitest';
import { logEngines } from '../../testing/log-engines.ts';
import { livePast, randomLife } from './testing/remembered-past.ts';

test.each(Object.entries(logEngines))(
  'moments on %s fold to the rows that the read models had then',
  async (_, open) => {
    const { store, stop } = await open();
    const [life = []] = fc.sample(randomLife({ minLength: 20, maxLength: 20 }), { numRuns: 1, seed: 20_261_122 });
    const { remembered, moments, rowsAt } = await livePast(store, life, () => undefined);
    expect(remembered.length).toBeGreaterThan(12);
    const asked = moments();
    for (const { at, rows } of [...remembered.slice(0, 8).toReversed(), ...remembered])
      expect(await rowsAt(asked, at), JSON.stringify(at)).toEqual(rows);
    await asked.close();
    await store.close();
    await stop();
  },
);
