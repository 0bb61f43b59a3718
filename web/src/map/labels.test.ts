import { describe, expect, test } from 'vitest';
import { placeLabels } from './labels.ts';
import { curveOf, project, type Frame } from './layout.ts';

const frame: Frame = { width: 460, height: 400, marginX: 60, marginY: 46 };
const austin = { latitude: 30.26, longitude: -97.74 };
const east = { latitude: 30.26, longitude: -97.64 };
const north = { latitude: 30.36, longitude: -97.74 };

describe('labels', () => {
  test('do not cover markers or each other if there is room', () => {
    const markers = project([austin, east, north], frame).points;
    const [a = { x: 0, y: 0 }, b = a, c = a] = markers;
    const { pills, names } = placeLabels({
      markers,
      legs: [curveOf(a, b), curveOf(b, c), curveOf(c, a)].map((curve) => ({ curve, pill: { width: 48, height: 20 } })),
      names: [b, c].map((at) => ({ at, size: { width: 60, height: 16 } })),
      frame,
    });
    const boxes = [...pills, ...names].filter((box) => box !== null);
    expect(boxes).toHaveLength(5);
    for (const [i, one] of boxes.entries())
      for (const other of boxes.slice(i + 1))
        expect(
          one.x < other.x + other.width &&
            other.x < one.x + one.width &&
            one.y < other.y + other.height &&
            other.y < one.y + one.height,
        ).toBe(false);
  });

  test('every leg has its minutes, however crowded the map is', () => {
    const crowd = Array.from({ length: 12 }, (_, i) => ({ x: 150 + (i % 4) * 36, y: 150 + Math.floor(i / 4) * 36 }));
    const { pills } = placeLabels({
      markers: crowd,
      legs: crowd.slice(1).map((to, i) => ({
        curve: curveOf(crowd[i] ?? to, to),
        pill: { width: 48, height: 20 },
      })),
      names: [],
      frame,
    });
    expect(pills.filter((box) => box === null)).toEqual([]);
  });

  test('a name that would cover too much is omitted from the map', () => {
    const crowd = Array.from({ length: 40 }, (_, i) => ({ x: 60 + (i % 8) * 34, y: 60 + Math.floor(i / 8) * 34 }));
    const { names } = placeLabels({
      markers: crowd,
      legs: [],
      names: [{ at: crowd[20] ?? { x: 0, y: 0 }, size: { width: 90, height: 16 } }],
      frame,
    });
    expect(names).toEqual([null]);
  });

  test('a name goes to a corner of its mark rather than onto a line', () => {
    const mark = { x: 200, y: 200, size: { width: 29, height: 29 } };
    const size = { width: 38, height: 16 };
    // Marks at the right, above and below, and a road that leaves to the left.
    const others = [
      { x: 235, y: 200 },
      { x: 210, y: 232 },
      { x: 210, y: 168 },
    ];
    const dots = Array.from({ length: 12 }, (_, i) => ({ x: 190 - i * 14, y: 200 }));
    const [name] = placeLabels({
      markers: [mark, ...others],
      legs: [],
      dots,
      names: [{ at: mark, size }],
      frame,
    }).names;
    if (!name) throw new Error('The name has no place.');
    expect(name.y >= 200 || name.y + size.height <= 200).toBe(true);
  });

  test('a name that would cover several roads is left out, one that covers a single road is not', () => {
    const mark = { x: 200, y: 200, size: { width: 29, height: 29 } };
    const road = (y: number) => Array.from({ length: 20 }, (_, i) => ({ x: 80 + i * 14, y }));
    const named = (dots: { x: number; y: number }[]) =>
      placeLabels({ markers: [mark], legs: [], dots, names: [{ at: mark, size: { width: 38, height: 16 } }], frame })
        .names[0];
    expect(named(Array.from({ length: 28 }, (_, i) => road(145 + i * 4)).flat())).toBeNull();
    expect(named(Array.from({ length: 8 }, (_, i) => road(146 + i * 15)).flat())).not.toBeNull();
  });
});
