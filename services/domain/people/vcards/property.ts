import { TextDecoder } from 'node:util';

/** One property of a card: "item1.TEL;TYPE=CELL:+1 512 555 0142". `value` has one character per byte and is still encoded. */
export type Property = {
  readonly name: string;
  /** In capital letters: the values of TYPE, and parameters without a name as in vCard 2.1. */
  readonly types: readonly string[];
  /** By name in capital letters. */
  readonly params: ReadonlyMap<string, string>;
  readonly value: string;
};

const opening = /^(?:[\w-]{1,100}\.)?([\w-]{1,100})\s{0,10}[;:]/;

/** The name in capital letters of the property that begins with this line; null when none does. */
export const propertyName = (line: string): string | null =>
  opening.exec(line.slice(0, 220))?.[1]?.toUpperCase() ?? null;

/** The position of the first of these characters outside quotation marks; -1: none. */
const firstOutsideQuotes = (text: string, sought: string, from = 0): number => {
  let isQuoted = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === sought) return at;
  }
  return -1;
};

/** Splits at a character outside quotation marks. */
const splitOutsideQuotes = (text: string, at: string): string[] => {
  const parts: string[] = [];
  let from = 0;
  for (let next = firstOutsideQuotes(text, at); next !== -1; next = firstOutsideQuotes(text, at, from)) {
    parts.push(text.slice(from, next));
    from = next + 1;
  }
  return [...parts, text.slice(from)];
};

const unquoted = (text: string): string => text.replaceAll('"', '').trim();

/** Parses a whole line, already unfolded; null when it is no property. */
export const propertyOf = (line: string): Property | null => {
  const name = propertyName(line);
  if (name === null) return null;
  // A quotation mark that is never closed is part of the text.
  const quoted = firstOutsideQuotes(line, ':');
  const colon = quoted === -1 ? line.indexOf(':') : quoted;
  if (colon === -1) return null;
  const [, ...listed] = splitOutsideQuotes(line.slice(0, colon), ';');
  const params = new Map<string, string>();
  const types: string[] = [];
  for (const param of listed) {
    const equals = param.indexOf('=');
    const key = equals === -1 ? 'TYPE' : param.slice(0, equals).trim().toUpperCase();
    const value = unquoted(param.slice(equals + 1));
    if (key === 'TYPE') types.push(...value.split(',').map((type) => type.trim().toUpperCase()));
    else if (!params.has(key)) params.set(key, value);
  }
  return { name, types, params, value: line.slice(colon + 1) };
};

/** vCard 2.1 also writes the encoding without "ENCODING=". */
const encodingOf = ({ params, types }: Property): string => {
  const named = params.get('ENCODING')?.toUpperCase();
  if (named !== undefined) return named;
  return types.find((type) => type === 'QUOTED-PRINTABLE' || type === 'BASE64') ?? '';
};

/** Whether a line begins a property in quoted-printable, which may continue on the next line after "=". */
export const isQuotedPrintable = (line: string): boolean => {
  const colon = line.indexOf(':');
  return /;\s*(?:ENCODING\s*=\s*)?"?QUOTED-PRINTABLE/i.test(colon === -1 ? line : line.slice(0, colon));
};

const decoders = new Map<string, TextDecoder | null>();

/** The decoder of a CHARSET; null for unknown ones, and for UTF-16, in which no property of a file in another encoding can be. */
const decoderOf = (charset: string): TextDecoder | null => {
  const label = charset.trim().toLowerCase();
  const known = decoders.get(label);
  if (known !== undefined) return known;
  if (label.startsWith('utf-16') || label.length > 20) return null;
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    decoders.set(label, decoder);
    return decoder;
  } catch {
    return null;
  }
};

const decoded = (bytes: Uint8Array, decoder: TextDecoder | null): string | null => {
  try {
    return decoder?.decode(bytes) ?? null;
  } catch {
    return null;
  }
};

const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows = new TextDecoder('windows-1252');

/** Bytes as text: in the encoding that the property names, else in UTF-8, else in Windows-1252, in which every byte is a character. */
const textOfBytes = (octets: string, charset: string | undefined): string => {
  const declared = charset === undefined ? null : decoderOf(charset);
  const bytes = Buffer.from(octets, 'latin1');
  return decoded(bytes, declared) ?? decoded(bytes, utf8) ?? windows.decode(bytes);
};

const unescaped = (text: string): string =>
  text.replaceAll(/\\([nN,;:\\])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character));

const withoutTransfer = (octets: string, encoding: string): string => {
  if (encoding === 'QUOTED-PRINTABLE')
    return octets.replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (encoding === 'BASE64' || encoding === 'B') return Buffer.from(octets, 'base64').toString('latin1');
  return octets;
};

/** Splits at a character that no backslash precedes. */
const splitUnescaped = (text: string, at: ';' | ','): string[] => {
  const parts: string[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charAt(i);
    if (character === '\\') i += 1;
    else if (character === at) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return [...parts, text.slice(from)];
};

/** How the values of a file are written. */
export type Dialect = { readonly version: string; readonly wasUtf16: boolean };

type Decode = (octets: string) => string;

const decodeFor = (property: Property, { wasUtf16 }: Dialect): Decode => {
  const encoding = encodingOf(property);
  const charset = wasUtf16 ? undefined : property.params.get('CHARSET');
  return (octets) => textOfBytes(withoutTransfer(octets, encoding), charset);
};

/** The value as one text. */
export const textOf = (property: Property, dialect: Dialect): string =>
  unescaped(decodeFor(property, dialect)(property.value));

/** The components of a structured value such as N and ADR, each a list, which vCard 2.1 does not have. */
export const componentsOf = (property: Property, dialect: Dialect): string[][] => {
  const decode = decodeFor(property, dialect);
  return splitUnescaped(property.value, ';').map((component) => {
    const text = decode(component);
    return (dialect.version === '2.1' ? [text] : splitUnescaped(text, ',')).map(unescaped);
  });
};
