import { contactOf, type Contact } from './contact.ts';
import { isQuotedPrintable, propertyName, propertyOf, textOf, type Property } from './property.ts';

/** A file as text with one character per byte, whatever its encoding: properties may each have an encoding of their own. */
type Octets = {
  readonly text: string;
  /** The file was in UTF-16 and is in UTF-8 here, so what its properties say about their encoding no longer holds. */
  readonly wasUtf16: boolean;
};

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/** Without a byte order mark, every other byte of "BEGIN" is zero. */
const utf16Order = (bytes: Uint8Array): 'little' | 'big' | null => {
  if (startsWith(bytes, 0xff, 0xfe)) return 'little';
  if (startsWith(bytes, 0xfe, 0xff)) return 'big';
  const [first, second, third, fourth] = bytes;
  if (bytes.length < 4) return null;
  if (second === 0 && fourth === 0 && first !== 0) return 'little';
  return first === 0 && third === 0 && second !== 0 ? 'big' : null;
};

/** Recognizes UTF-16 by its byte order mark or its zeros and converts it to UTF-8; all other files are taken as they are. */
const octetsOf = (bytes: Uint8Array): Octets => {
  const order = utf16Order(bytes);
  if (order === null)
    return { text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'), wasUtf16: false };
  const whole = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  const text = (order === 'big' ? whole.swap16() : whole).toString('utf16le');
  return { text: Buffer.from(text, 'utf8').toString('latin1'), wasUtf16: true };
};

/** The lines of a text, which may end with CR LF, LF or CR. */
function* linesOf(text: string): Generator<string> {
  let at = 0;
  let feed = text.indexOf('\n');
  let carriage = text.indexOf('\r');
  while (at < text.length) {
    if (feed !== -1 && feed < at) feed = text.indexOf('\n', at);
    if (carriage !== -1 && carriage < at) carriage = text.indexOf('\r', at);
    let end = feed === -1 ? text.length : feed;
    if (carriage !== -1 && carriage < end) end = carriage;
    yield text.slice(at, end);
    at = end + (end === carriage && feed === end + 1 ? 2 : 1);
  }
}

/** One card of a file. `row`: its number among the cards, from 1; groups are not counted. */
export type Card = {
  readonly row: number;
  readonly contact: Contact;
  /** The file ends, or the next card begins, before the end of this one. */
  readonly isCut: boolean;
};

/** The properties that are read; all others, such as photos, sounds and keys, are skipped line by line. */
const read = new Set(['N', 'FN', 'ORG', 'TEL', 'EMAIL', 'ADR', 'LABEL', 'VERSION', 'KIND', 'X-ADDRESSBOOKSERVER-KIND']);
/** Longer values are no names, numbers or addresses: what follows is dropped. */
const longestValue = 8192;
/** Of one property in one card; the others are dropped. */
const mostOfOne = 20;
/** Lines after which `readCards` pauses. */
const linesAtOnce = 500;

const byteOrderMark = /^(?:\u00EF\u00BB\u00BF)+/;
const beginning = /^BEGIN\s*:\s*VCARD\s*$/i;
const ending = /^END\s*:\s*VCARD\s*$/i;

/** A property whose lines are still being read. */
type Line = { text: string; readonly isSkipped: boolean; readonly isQuotedPrintable: boolean; continues: boolean };

type OpenCard = {
  properties: Map<string, Property[]>;
  version: string;
  isGroup: boolean;
  /** Cards inside this one, as vCard 2.1 writes an AGENT. */
  nested: number;
  /** The last line was "AGENT:" without a value. */
  announcesAgent: boolean;
};

const newCard = (): OpenCard => ({
  properties: new Map(),
  version: '',
  isGroup: false,
  nested: 0,
  announcesAgent: false,
});

/** Reads a file line by line; every line is looked at once. */
const cardReader = (wasUtf16: boolean) => {
  let card: OpenCard | null = null;
  let line: Line | null = null;
  let rows = 0;

  const endCard = (isCut: boolean): Card | null => {
    finishLine();
    const ended = card;
    card = null;
    if (!ended || ended.isGroup) return null;
    rows += 1;
    return { row: rows, contact: contactOf(ended.properties, { version: ended.version, wasUtf16 }), isCut };
  };

  const beginCard = (): Card | null => {
    finishLine();
    if (card?.announcesAgent === true) {
      card.nested += 1;
      card.announcesAgent = false;
      return null;
    }
    const unfinished = card === null ? null : endCard(true);
    card = newCard();
    return unfinished;
  };

  const finishLine = (): void => {
    const finished = line;
    line = null;
    if (!finished || finished.isSkipped || !card) return;
    const property = propertyOf(finished.text);
    if (!property) return;
    const { name } = property;
    const dialect = { version: card.version, wasUtf16 };
    if (name === 'VERSION') card.version = textOf(property, dialect).trim();
    else if (name === 'KIND' || name === 'X-ADDRESSBOOKSERVER-KIND')
      card.isGroup ||= /^\s*group\s*$/i.test(textOf(property, dialect));
    else {
      const same = card.properties.get(name) ?? [];
      if (same.length < mostOfOne) card.properties.set(name, [...same, property]);
    }
  };

  const beginLine = (text: string): void => {
    finishLine();
    const name = propertyName(text);
    if (!card || name === null) return;
    card.announcesAgent = name === 'AGENT' && /:\s*$/.test(text.slice(0, longestValue));
    const quotedPrintable = isQuotedPrintable(text.slice(0, longestValue));
    line = {
      text: text.slice(0, longestValue),
      isSkipped: card.nested > 0 || !read.has(name),
      isQuotedPrintable: quotedPrintable,
      continues: quotedPrintable && text.endsWith('='),
    };
  };

  const continueLine = (open: Line, text: string): void => {
    if (!open.isSkipped && open.text.length < longestValue) {
      if (open.continues) open.text = open.text.slice(0, -1);
      open.text += text.slice(0, longestValue - open.text.length);
    }
    open.continues = open.isQuotedPrintable && text.endsWith('=');
  };

  return {
    /** @returns the card that this line completes, or shows to be unfinished; null: none */
    take: (chunk: string): Card | null => {
      const text = chunk.replace(byteOrderMark, '');
      if (beginning.test(text)) return beginCard();
      if (ending.test(text)) {
        if (card === null || card.nested === 0) return endCard(false);
        card.nested -= 1;
        return null;
      }
      if (line?.continues === true) continueLine(line, text);
      // vCard 2.1 breaks lines before a space that is part of the value; later versions add a space that is not.
      else if (line && /^[ \t]/.test(text)) continueLine(line, card?.version === '2.1' ? text : text.slice(1));
      else beginLine(text);
      return null;
    },
    /** @returns the card that the file ends in; null: none */
    end: (): Card | null => (card === null ? null : endCard(true)),
  };
};

/**
 * The cards of a vCard file in any of its dialects, in order. Yields null now and then, so that a caller who reads a large file can do other
 * work in between. Never throws: what is not understood is skipped.
 */
export function* readCards(bytes: Uint8Array): Generator<Card | null> {
  const { text, wasUtf16 } = octetsOf(bytes);
  const reader = cardReader(wasUtf16);
  let lines = 0;
  for (const line of linesOf(text)) {
    lines += 1;
    const card = reader.take(line);
    if (card) yield card;
    else if (lines % linesAtOnce === 0) yield null;
  }
  const last = reader.end();
  if (last) yield last;
}
