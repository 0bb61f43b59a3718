import { qrDrawing } from '@rondo/contracts/codes/qr-drawing.ts';
import { styles, type Block, type Columns, type Document } from './blocks.ts';
import { setText, type Typesetter } from './typesetter.ts';

/** A code is this wide on the densest and on the roomiest page, or more if its modules would be too small to scan from paper. */
const codeSides = { dense: 52, roomy: 80 } as const;
const smallestModule = 1.2;
/** With the gaps around the block, the white border that scanners need. */
const border = { above: 2, below: 6 } as const;

type Place = Columns & {
  /** 1 on the roomiest page. */
  readonly room: number;
};

/** The link by which to pay, as a text that can be clicked and as a QR code beside it. */
export const payOnline = (doc: Document, type: Typesetter, { left, main, right, room }: Place, link: string): Block => {
  const { path, size } = qrDrawing(link);
  const side = Math.max(codeSides.dense + (codeSides.roomy - codeSides.dense) * room, size * smallestModule);
  const width = right - side - 24 - main;
  const label = setText(type, 'Pay online', styles.small, { x: left, width: main - left - 8 });
  const text = setText(type, link, styles.text, { x: main, width });
  return {
    height: Math.max(text.height, side + border.above + border.below),
    draw: (y, parent) => {
      const line = doc.struct('P');
      parent.add(line);
      line.add(() => label.draw(y + 0.75));
      const linked = doc.struct('Link');
      line.add(linked);
      linked.add(() => text.draw(y));
      // Annotations have addresses of ASCII characters.
      doc.link(main, y, width, text.height, new URL(link).href, { structParent: linked });
      linked.end();
      line.end();
      const top = y + border.above;
      const bbox = [right - side, top, right, top + side] as const;
      const code = doc.struct('Figure', { alt: 'QR code of the link', bbox: [...bbox] }, [
        () => {
          doc
            .save()
            .translate(right - side, top)
            .scale(side / size);
          doc.path(path).fill('#000000');
          doc.restore();
        },
      ]);
      parent.add(code);
    },
  };
};
