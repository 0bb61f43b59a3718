import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxZoom, viewOf } from './view.ts';

const size = { width: 512, height: 420 };
const austin = { latitude: 30.2672, longitude: -97.7431 };

test('a single place is in the middle, at the zoom of the map', () => {
  expect(viewOf([austin], size, 12)).toEqual({ center: austin, zoom: 12 });
  expect(viewOf([austin, austin], size, 10)).toEqual({ center: austin, zoom: 10 });
});

test('places next door are not closer than zoom 15', () => {
  expect(viewOf([austin, { ...austin, latitude: 30.2673 }], size, 10).zoom).toBe(maxZoom);
});

test('a map without places shows the country', () => {
  expect(viewOf([], size, 10).zoom).toBe(3);
});

/** The pixels of a place from the middle of a view, by Web Mercator's own formula. */
const pixelsFrom = ({ center, zoom }: ReturnType<typeof viewOf>, place: typeof austin) => {
  const world = 512 * 2 ** zoom;
  const y = (latitude: number): number =>
    (world * (Math.PI - Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)))) / (2 * Math.PI);
  return {
    x: ((place.longitude - center.longitude) / 360) * world,
    y: y(place.latitude) - y(center.latitude),
  };
};

test('every place is inside the map', () => {
  const somewhere = fc.record({
    latitude: fc.double({ min: -60, max: 70, noNaN: true }),
    longitude: fc.double({ min: -170, max: 170, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(somewhere, { minLength: 1, maxLength: 12 }), (places) => {
      const view = viewOf(places, size, 10);
      expect(view.zoom).toBeLessThanOrEqual(maxZoom);
      // At zoom 0 the whole world is as large as it gets.
      fc.pre(view.zoom > 0);
      for (const place of places) {
        const { x, y } = pixelsFrom(view, place);
        expect(Math.abs(x)).toBeLessThanOrEqual(size.width / 2);
        expect(Math.abs(y)).toBeLessThanOrEqual(size.height / 2);
      }
    }),
  );
});

test('no place is behind the caption, however high it is', () => {
  const near = fc.record({
    latitude: fc.double({ min: 30, max: 31, noNaN: true }),
    longitude: fc.double({ min: -98, max: -97, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(near, { minLength: 2, maxLength: 12 }), fc.integer({ min: 0, max: 90 }), (places, below) => {
      fc.pre(new Set(places.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size > 1);
      const view = viewOf(places, size, 10, below);
      for (const place of places) {
        const { y } = pixelsFrom(view, place);
        expect(y).toBeLessThanOrEqual(size.height / 2 - below - 28 - 15);
        expect(y).toBeGreaterThanOrEqual(15 - size.height / 2);
      }
    }),
  );
});
