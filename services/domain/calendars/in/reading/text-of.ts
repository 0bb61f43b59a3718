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

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
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

/**
 * The text of a feed in the character set that its server names. Many servers name a western set for whatever they send, so what is valid UTF-8
 * is read as that.
 */
export const textOf = (bytes: Uint8Array, charset: string | null): string => {
  const decoder = decoderOf(charset);
  const whole = decoder.encoding === 'utf-8' || oneByte.test(decoder.encoding) ? withWholeCharacters(bytes) : bytes;
  if (oneByte.test(decoder.encoding)) return isUtf8(whole) ? new TextDecoder().decode(whole) : decoder.decode(bytes);
  return decoder.decode(whole);
};
