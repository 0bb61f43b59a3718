import { decodeQR } from 'qr/decode.js';
import { expect, test } from 'vitest';
import { qrDrawing } from './qr-drawing.ts';

/** Paints a drawing as a camera would see it: gray pixels, several for each module. */
const photographed = (drawing: ReturnType<typeof qrDrawing>) => {
  const [left = 0, top = 0, side = 0] = drawing.viewBox.split(' ').map(Number);
  const scale = 4;
  const width = side * scale;
  const data = new Uint8Array(width * width * 3).fill(255);
  for (const [, x, y, length] of drawing.path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    const from = (Number(x) - left) * scale;
    for (let row = (Number(y) - top) * scale; row < (Number(y) - top + 1) * scale; row += 1)
      data.fill(0, (row * width + from) * 3, (row * width + from + Number(length) * scale) * 3);
  }
  return { width, height: width, data };
};

test.each([
  'webcal://rondo.example/feeds/Qm7tV0xZr4yKcB1uJw2nLhE8sGdA6pXfT9oRi3vMkY5.ics',
  `webcal://${'a-long-host-name.'.repeat(4)}example/feeds/Qm7tV0xZr4yKcB1uJw2nLhE8sGdA6pXfT9oRi3vMkY5.ics`,
])('another program reads the address from the drawing: %s', (address) => {
  expect(decodeQR(photographed(qrDrawing(address)))).toBe(address);
});
