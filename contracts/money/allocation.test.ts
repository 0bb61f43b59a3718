import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, inOrderOfPayment, type OpenDocument } from './allocation.ts';

const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-11-${String(n).padStart(2, '0')}`);
const documents = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 50 }).map(String),
    isOpening: fc.boolean(),
    number: fc.integer({ min: 1, max: 20_000 }).map((n) => `INV-2026-${String(n).padStart(4, '0')}`),
    dueOn: fc.option(day),
    issuedOn: day,
    openCents: fc.integer({ min: 0, max: 50_000 }),
  }),
  { selector: ({ id }) => id, maxLength: 8 },
);
const amount = fc.integer({ min: 1, max: 200_000 });
const named = fc.array(fc.integer({ min: 0, max: 50 }).map(String), { maxLength: 4 });

const sumOf = (parts: readonly { readonly cents: number }[]): number =>
  parts.reduce((sum, { cents }) => sum + cents, 0);
const openIn = (all: readonly OpenDocument[]): number => all.reduce((sum, { openCents }) => sum + openCents, 0);
const without = (all: readonly OpenDocument[], parts: ReturnType<typeof allocate>): OpenDocument[] =>
  all.map((one) => ({ ...one, openCents: one.openCents - (parts.find(({ to }) => to === one.id)?.cents ?? 0) }));

/** Looks for the document that is due first, again for each part. */
const naively = (cents: number, all: readonly OpenDocument[], first: readonly string[]) => {
  const parts: { to: string; cents: number }[] = [];
  const remaining = [...all];
  const key = (one: OpenDocument): string => {
    const at = first.indexOf(one.id);
    const place = at === -1 ? '9999' : String(at).padStart(4, '0');
    const due = at === -1 ? `${one.dueOn ?? one.issuedOn} ${one.isOpening ? 0 : 1}` : '';
    return `${place} ${due} ${at === -1 ? `${String(one.number.length).padStart(3, '0')} ${one.number} ${one.id}` : ''}`;
  };
  let rest = cents;
  while (remaining.length > 0 && rest > 0) {
    const [least] = remaining.map(key).toSorted();
    const [one] = remaining.splice(
      remaining.findIndex((candidate) => key(candidate) === least),
      1,
    );
    const part = Math.min(rest, one?.openCents ?? 0);
    if (one && part > 0) parts.push({ to: one.id, cents: part });
    rest -= part;
  }
  return parts;
};

test('a payment pays as much as there is and as is open, of each document at most what is open', () => {
  fc.assert(
    fc.property(amount, documents, named, (cents, all, first) => {
      const parts = allocate(cents, all, first);
      expect(sumOf(parts)).toBe(Math.min(cents, openIn(all)));
      for (const one of without(all, parts)) expect(one.openCents).toBeGreaterThanOrEqual(0);
      expect(new Set(parts.map(({ to }) => to)).size).toBe(parts.length);
    }),
  );
});

test('what is named is paid first, then what is due first', () => {
  fc.assert(
    fc.property(amount, documents, named, (cents, all, first) => {
      expect(allocate(cents, all, first)).toEqual(naively(cents, all, first));
    }),
  );
});

test('a payment in two parts leaves open what the whole leaves open, and two payments in either order the same sum', () => {
  fc.assert(
    fc.property(amount, amount, documents, named, (a, b, all, first) => {
      const inTwo = without(all, allocate(a, all));
      const split = without(inTwo, allocate(b, inTwo));
      expect(split).toEqual(without(all, allocate(a + b, all)));
      const [one, other] = [without(all, allocate(a, all, first)), without(all, allocate(b, all))];
      expect(openIn(without(one, allocate(b, one)))).toBe(openIn(without(other, allocate(a, other, first))));
    }),
  );
});

test('an opening debt is paid before an invoice of the same day, and no due date means the day of issue', () => {
  const base = { number: '', dueOn: null, issuedOn: '2026-11-02', openCents: 100, isOpening: false };
  const ordered = inOrderOfPayment([
    { ...base, id: 'b', number: 'INV-2026-10000' },
    { ...base, id: 'a', number: 'INV-2026-9999' },
    { ...base, id: 'opening', isOpening: true, dueOn: '2026-11-02' },
    { ...base, id: 'first', number: 'INV-2026-0100', issuedOn: '2026-11-01' },
  ]);
  expect(ordered.map(({ id }) => id)).toEqual(['first', 'opening', 'a', 'b']);
});
