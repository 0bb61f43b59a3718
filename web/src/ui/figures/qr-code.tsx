import { qrDrawing } from '@rondo/contracts/codes/qr-drawing.ts';
import { useMemo } from 'react';

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
