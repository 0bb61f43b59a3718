import { useMemo } from 'react';
import { encode } from 'uqr';

/** The white border that scanners need around the code, in modules. */
const quietZone = 4;

type QrDrawing = {
  /** With the quiet zone; one unit is one module. */
  readonly viewBox: string;
  /** The dark modules, joined into one rectangle per run of a row. */
  readonly path: string;
};

/** Draws a text as a QR code. */
export const qrDrawing = (text: string): QrDrawing => {
  const { data, size } = encode(text, { ecc: 'M', boostEcc: true, border: 0 });
  const runs = data.flatMap((row, y) => {
    const bits = row.map((dark) => (dark ? '1' : '0')).join('');
    return [...bits.matchAll(/1+/g)].map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`);
  });
  const side = size + 2 * quietZone;
  return { viewBox: `${-quietZone} ${-quietZone} ${side} ${side}`, path: runs.join('') };
};

/** A text as a QR code: dark on white in both themes, because many scanners read nothing else. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { viewBox, path } = useMemo(() => qrDrawing(text), [text]);
  return (
    <svg
      // An img element would need a data: address, which the content security policy forbids.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      viewBox={viewBox}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-day border border-line bg-[white]"
    >
      <path d={path} fill="#221c18" />
    </svg>
  );
};
