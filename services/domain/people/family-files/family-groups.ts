import { nameWords } from '@rondo/contracts/people/name-words.ts';
import type { FileRow } from './read-rows.ts';

// Which rows of a file are one family.

/** One spelling of the name of a family: "Park", "park family". */
export const familyKey = (name: string): string =>
  nameWords(name.replace(/\bfamily\s*$/i, ''))
    .join(' ')
    .trim() || name.trim().toLowerCase();

const phoneKey = (phone: string): string => {
  const digits = phone.replaceAll(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
};

/** What makes two rows one family: the id, or the name together with an email, a phone or an address. */
const keysOf = ({ familyId, family, email, phone, address, contacts }: FileRow): string[] => {
  const byId = familyId === null ? [] : [`id ${familyId}`];
  if (family === null) return byId;
  const name = familyKey(family);
  const emails = [email, ...contacts.map((one) => one.email)].flatMap((one) => one?.toLowerCase() ?? []);
  const phones = [phone, ...contacts.map((one) => one.phone)].flatMap((one) => one ?? []).map(phoneKey);
  const street = address.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return [
    ...byId,
    ...emails.map((one) => `email ${name} ${one}`),
    ...phones.filter((one) => one.length >= 7).map((one) => `phone ${name} ${one}`),
    ...(street === '' ? [] : [`address ${name} ${street}`]),
  ];
};

/** The rows of each family, in the order of the file. A row without anything in common with another one is alone. */
export const familyGroups = (rows: readonly FileRow[]): FileRow[][] => {
  const parent = rows.map((_, i) => i);
  const rootOf = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root] ?? root;
    parent[i] = root;
    return root;
  };
  const firstWith = new Map<string, number>();
  rows.forEach((row, i) => {
    for (const key of keysOf(row)) {
      const other = firstWith.get(key);
      if (other === undefined) firstWith.set(key, i);
      else {
        const [a, b] = [rootOf(other), rootOf(i)];
        parent[Math.max(a, b)] = Math.min(a, b);
      }
    }
  });
  return [...Map.groupBy(rows.keys(), rootOf).values()].map((own) => own.flatMap((i) => rows[i] ?? []));
};
