const width = 160;

type Entries = (value: object) => [string, unknown][];

/** The order of keys means nothing. */
const byKey: Entries = (value) => Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

const onOneLine = (value: unknown, entries: Entries): string => {
  if (Array.isArray(value)) return `[${value.map((inner) => onOneLine(inner, entries)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  return `{${entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${onOneLine(inner, entries)}`)
    .join(', ')}}`;
};

const inLines = (value: unknown, indent: string, entries: Entries): string => {
  const line = onOneLine(value, entries);
  if (indent.length + line.length <= width || typeof value !== 'object' || value === null) return line;
  const deeper = `${indent} `;
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map((inner) => inLines(inner, deeper, entries))]
    : ['{', '}', entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${inLines(inner, deeper, entries)}`)];
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`;
};

/** JSON for people who compare two texts: keys in alphabetical order, and on one line whatever fits. */
export const printed = (value: unknown, indent = ''): string => inLines(value, indent, byKey);

/** The same with keys in their own order. */
export const printedInOrder = (value: unknown): string => inLines(value, '', Object.entries);
