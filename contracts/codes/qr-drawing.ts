import { encode } from 'uqr';

/** The white border that scanners need around the code, in modules. */
const quietZone = 4;

export type QrDrawing = {
  /** The dark modules, joined into one rectangle per run of a row. One unit is one module; the border is outside. */
  readonly path: string;
  /** Modules in a row or column, without the border. */
  readonly size: number;
  /** The same square with its border. */
  readonly viewBox: string;
};

/** Draws a text as a QR code. */
export const qrDrawing = (text: string): QrDrawing => {
  const { data, size } = encode(text, { ecc: 'M', boostEcc: true, border: 0 });
  const runs = data.flatMap((row, y) => {
    const bits = row.map((dark) => (dark ? '1' : '0')).join('');
    return [...bits.matchAll(/1+/g)].map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`);
  });
  const side = size + 2 * quietZone;
  return { size, viewBox: `${-quietZone} ${-quietZone} ${side} ${side}`, path: runs.join('') };
};
