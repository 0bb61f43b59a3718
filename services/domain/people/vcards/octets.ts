/** A file as text with one character per byte, whatever its encoding: properties may each have an encoding of their own. */
export type Octets = {
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
export const octetsOf = (bytes: Uint8Array): Octets => {
  const order = utf16Order(bytes);
  if (order === null)
    return { text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'), wasUtf16: false };
  const whole = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  const text = (order === 'big' ? whole.swap16() : whole).toString('utf16le');
  return { text: Buffer.from(text, 'utf8').toString('latin1'), wasUtf16: true };
};

/** The lines of a text, which may end with CR LF, LF or CR. */
export function* linesOf(text: string): Generator<string> {
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
