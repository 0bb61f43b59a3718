import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** The character set in a Content-Type header; null if there is none. */
export const charsetOf = (contentType: string | undefined): string | null =>
  /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1] ?? null;

const decoderOf = (charset: string | null) => {
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
};

/** Sets in which every byte is a character, so that any bytes are text in them. */
const oneByte = /^(windows-|iso-8859|macintosh|x-mac|koi8|ibm866)/;

/** How the first bytes of a file say that it is written; null if they do not. Every calendar begins with a letter, and perhaps a mark before it. */
const markedAs = (bytes: Uint8Array): string | null => {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb) return 'utf-8';
  if (bytes.length < 2 || (first !== 0 && second !== 0)) return null;
  return first === 0 ? 'utf-16be' : 'utf-16le';
};

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32];

const isPartOfCharacter = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80;

/** Joins lines that were folded within a character, which some programs do because they count bytes. */
const withWholeCharacters = (bytes: Uint8Array): Uint8Array => {
  const joined = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const feed = bytes[at] === carriageReturn ? at + 1 : at;
    const isFold = bytes[feed] === lineFeed && (bytes[feed + 1] === space || bytes[feed + 1] === tab);
    const next = bytes[feed + 2];
    // Only the first byte of a character in UTF-8 has both highest bits set.
    const isContinued = isPartOfCharacter(next) && ((next ?? 0) & 0xc0) === 0x80;
    if (isFold && isContinued && isPartOfCharacter(bytes[at - 1])) at = feed + 1;
    else {
      joined[length] = bytes[at] ?? 0;
      length += 1;
    }
  }
  return joined.subarray(0, length);
};

const utf8 = new TextDecoder();

/** Every line in UTF-8 if it can be, else in another set. */
const textOfLines = (bytes: Uint8Array, otherwise: TextDecoder): string => {
  if (isUtf8(bytes)) return utf8.decode(bytes);
  const lines: string[] = [];
  for (let from = 0; from < bytes.length;) {
    const feed = bytes.indexOf(lineFeed, from);
    const line = bytes.subarray(from, feed === -1 ? bytes.length : feed + 1);
    lines.push((isUtf8(line) ? utf8 : otherwise).decode(line));
    from += line.length;
  }
  return lines.join('');
};

/**
 * The text of a feed. Servers name a set for whatever they send, or none: what is valid UTF-8 is read as that, and what is not in the western set
 * that the server names, else in the most usual one.
 */
export const textOf = (bytes: Uint8Array, charset: string | null): string => {
  const decoder = decoderOf(markedAs(bytes) ?? charset);
  if (oneByte.test(decoder.encoding)) return textOfLines(withWholeCharacters(bytes), decoder);
  return decoder.encoding === 'utf-8'
    ? textOfLines(withWholeCharacters(bytes), new TextDecoder('windows-1252'))
    : decoder.decode(bytes);
};
