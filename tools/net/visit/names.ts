const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** SHA-256 as hexadecimal digits. */
const digest = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;
/** 32 bytes as base64url: tokens, and hashes that name sessions. */
const token = /(?<![\w-])[\w-]{43}(?![\w-])/g;

/** True for 43 characters that nobody wrote: one token in 1,500 has no digit, and no word has so many capitals. */
const isMadeUp = (text: string): boolean => {
  const capitals = text.match(/[A-Z]/g)?.length ?? 0;
  return capitals > 5 || (capitals > 0 && /\d/.test(text));
};

/** Fields whose whole value is made up, too short to be recognized by its form. */
const madeUpFields: Readonly<Record<string, string>> = {
  inputHash: 'hash',
  input_hash: 'hash',
  lastEventHash: 'hash',
  event_hash: 'hash',
  sid: 'session',
  password_hash: 'hash',
  place: 'place',
  // Positions in the log are texts.
  position: 'position',
  version: 'position',
};

/**
 * Replaces what is made up at run time by names in the order of their appearance, such as `<lessons-12.3>`: the third that call 12 of the chapter
 * showed first. So a visit with one more id reads the same from the next call on.
 */
export const names = () => {
  const known = new Map<string, string>();
  const literals = new Map<string, string>();
  const counts = new Map<string, number>();
  let where = 'start';

  const nameOf = (kind: string, value: string): string => {
    const key = `${kind} ${value}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const count = (counts.get(where) ?? 0) + 1;
    counts.set(where, count);
    const name = kind === 'id' ? `<${where}.${count}>` : `<${kind} ${where}.${count}>`;
    known.set(key, name);
    return name;
  };

  const replaced = (text: string, nameFor: (kind: string, value: string) => string): string => {
    let result = text;
    for (const [literal, name] of literals) result = result.replaceAll(literal, name);
    return result
      .replaceAll(uuid, (found) => nameFor('id', found))
      .replaceAll(digest, (found) => nameFor('hash', found))
      .replaceAll(token, (found) => (isMadeUp(found) ? nameFor('token', found) : found));
  };

  const mapped = (value: unknown, nameFor: (kind: string, value: string) => string, field = ''): unknown => {
    const kind = madeUpFields[field];
    if (typeof value === 'string')
      return kind === undefined || value === '' ? replaced(value, nameFor) : nameFor(kind, value);
    if (Array.isArray(value)) return value.map((one) => mapped(one, nameFor, field));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [replaced(key, nameFor), mapped(inner, nameFor, key)]),
    );
  };

  return {
    /** Names that appear from now on begin with this. */
    enter: (place: string): void => {
      where = place;
    },
    /** A text that always has this name, such as the address of a server on a free port. */
    fix: (literal: string, name: string): void => void literals.set(literal, name),
    of: nameOf,
    inText: (text: string): string => replaced(text, nameOf),
    inJson: (value: unknown): unknown => mapped(value, nameOf),
    /** The same without new names: what has none is `<?>`, so that rows can be put in an order. */
    knownInJson: (value: unknown): unknown => mapped(value, (kind, found) => known.get(`${kind} ${found}`) ?? '<?>'),
  };
};
export type Names = ReturnType<typeof names>;
