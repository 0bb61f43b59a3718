// In which order a payment pays what is open. Amounts are integer cents of one currency.

/** Something that is open: an issued invoice, or an opening debt. */
export type OpenDocument = {
  readonly id: string;
  readonly isOpening: boolean;
  /** The invoice's; empty else. */
  readonly number: string;
  /** By when to pay; of an opening debt its date. Null: the day of its issue counts. */
  readonly dueOn: string | null;
  readonly issuedOn: string;
  readonly openCents: number;
};

export type Part = { readonly to: string; readonly cents: number };

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const dayOf = ({ dueOn, issuedOn }: OpenDocument): string => dueOn ?? issuedOn;

/** What is due first, opening debts before invoices, then by number. */
export const inOrderOfPayment = <One extends OpenDocument>(documents: readonly One[]): One[] =>
  documents.toSorted(
    (a, b) =>
      compare(dayOf(a), dayOf(b)) ||
      Number(b.isOpening) - Number(a.isOpening) ||
      a.number.length - b.number.length ||
      compare(a.number, b.number) ||
      compare(a.id, b.id),
  );

/** What an amount pays: first the named documents in their order, then what is due first. The rest is credit. */
export const allocate = (
  cents: number,
  documents: readonly OpenDocument[],
  first: readonly string[] = [],
): readonly Part[] => {
  const named = [...new Set(first)].flatMap((id) => documents.find((document) => document.id === id) ?? []);
  const others = inOrderOfPayment(documents.filter((document) => !named.includes(document)));
  let remaining = cents;
  return [...named, ...others].flatMap(({ id: to, openCents }) => {
    const part = Math.min(remaining, openCents);
    remaining -= part;
    return part > 0 ? [{ to, cents: part }] : [];
  });
};
