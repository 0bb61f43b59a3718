import { expect, test } from 'vitest';
import { milesFrom } from './layout.ts';
import { movedByKey } from './marks.tsx';

const austin = { latitude: 30.2672, longitude: -97.7431 };

test('the arrow keys move a pin by a twentieth of a mile, with Shift by half a mile; other keys do not', () => {
  const by = (key: string, shiftKey = false) => {
    const moved = movedByKey(austin, { key, shiftKey });
    if (!moved) return null;
    const { x, y } = milesFrom(austin, moved);
    return [Number(x.toFixed(3)), Number(y.toFixed(3))];
  };
  expect(by('ArrowRight')).toEqual([0.05, 0]);
  expect(by('ArrowUp')).toEqual([0, -0.05]);
  expect(by('ArrowLeft', true)).toEqual([-0.5, 0]);
  expect(by('ArrowDown', true)).toEqual([0, 0.5]);
  expect(by('Tab')).toBeNull();
});
