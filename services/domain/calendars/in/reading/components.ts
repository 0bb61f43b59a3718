/** The text of one component of a calendar file, from its BEGIN to its END. */
export type Block = { readonly name: string; readonly text: string; readonly isWhole: boolean };

export type Components = {
  readonly blocks: readonly Block[];
  /** False for a file that ends early. */
  readonly isWhole: boolean;
};

const readKinds: ReadonlySet<string> = new Set(['VEVENT', 'VTIMEZONE']);

const boundary = /^(BEGIN|END):([A-Z-]+)[ \t]*\r?$/gim;

/**
 * Splits a calendar file into its events and time zones, so that each is parsed alone: a broken one costs no other, and no tree of the whole
 * file is in memory.
 */
export const componentsOf = (text: string): Components => {
  const blocks: Block[] = [];
  let open: { name: string; from: number } | null = null;
  let isWhole = false;
  /** Where the last BEGIN or END ended. */
  let last = 0;
  for (const { 1: edge = '', 2: kind = '', index, 0: line } of text.matchAll(boundary)) {
    const name = kind.toUpperCase();
    const begins = edge.toUpperCase() === 'BEGIN';
    if (open && ((begins && readKinds.has(name)) || name === 'VCALENDAR')) {
      // The end of the component before it is missing.
      blocks.push({ name: open.name, text: text.slice(open.from, index), isWhole: false });
      open = null;
    }
    if (begins && readKinds.has(name)) open = { name, from: index };
    else if (!begins && open?.name === name) {
      blocks.push({ name, text: text.slice(open.from, index + line.length), isWhole: true });
      open = null;
    } else if (!begins && readKinds.has(name)) {
      // Its beginning is missing, unless only its end is written twice.
      const rest = text.slice(last, index);
      if (rest.trim() !== '') blocks.push({ name, text: rest, isWhole: false });
    } else if (name === 'VCALENDAR') isWhole = !begins;
    last = index + line.length;
  }
  if (open) blocks.push({ name: open.name, text: text.slice(open.from), isWhole: false });
  return { blocks, isWhole: isWhole && open === null };
};
