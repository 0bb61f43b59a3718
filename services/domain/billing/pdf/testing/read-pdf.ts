import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

type Cell = { readonly x: number; readonly end: number; readonly text: string };

/** Text of several fonts is one word; columns are apart. */
const joined = (cells: readonly Cell[]): string =>
  cells.reduce((line, { x, text }, i) => {
    const gap = x - (cells[i - 1]?.end ?? x);
    return `${line}${gap > 8 ? ' | ' : gap > 1 ? ' ' : ''}${text}`;
  }, '');

/** What a PDF file says, page by page, line by line from top to bottom; and what it says of itself. */
export const readPdf = async (data: Uint8Array) => {
  const pdf = await getDocument({ data: new Uint8Array(data), verbosity: 0 }).promise;
  const pages: string[][] = [];
  const structures: unknown[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const rows = new Map<number, Cell[]>();
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [, , , , x, y] = item.transform;
      const row = Math.round(Number(y));
      rows.set(row, [...(rows.get(row) ?? []), { x: Number(x), end: Number(x) + item.width, text: item.str }]);
    }
    pages.push([...rows].toSorted(([a], [b]) => b - a).map(([, cells]) => joined(cells.toSorted((x, y) => x.x - y.x))));
    structures.push(await page.getStructTree());
  }
  const { info } = await pdf.getMetadata();
  const markings = await pdf.getMarkInfo();
  await pdf.destroy();
  return { pages, structures, info, markings };
};
