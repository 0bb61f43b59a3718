import type { InvoicePrint } from './invoice-print.ts';

// What is kept permanently of an invoice: from its first change away from draft, or the request to send it.

type Keeping = {
  readonly keptAt: string | null;
  readonly print: InvoicePrint | null;
  readonly keptWith: { notes: string | null; dueOn: string | null } | null;
};
type Kept = Keeping & {
  readonly notes: string | null;
  readonly dueOn: string | null;
  readonly mail: object | null;
};

/** What is kept permanently after an event that takes an invoice out of the studio's hands. */
export const keptAfter = (
  before: Kept,
  { print, dueOn }: { readonly print: InvoicePrint | null; readonly dueOn: string | null },
  at: string,
): Keeping => {
  if (before.keptAt !== null) return { keptAt: before.keptAt, print: before.print ?? print, keptWith: before.keptWith };
  if (print) return { keptAt: at, print, keptWith: before.keptWith };
  return { keptAt: at, print: null, keptWith: { notes: before.notes, dueOn: before.dueOn ?? dueOn } };
};

/** Whether it was ever to be mailed: its text stays as it was then, also when the mail failed, which leaves its number free. */
export const wasToBeMailed = ({ mail }: Pick<Kept, 'mail'>): boolean => mail !== null;

/** The same after an undo. Those of before prints were kept do not say since when. */
export const keptAfterUndo = (
  before: Kept,
  {
    status,
    sentAt,
    keptAt,
    print,
  }: Pick<Kept, 'keptAt' | 'print'> & { readonly status: string; readonly sentAt: string | null },
  at: string,
): Pick<Keeping, 'keptAt' | 'print'> => {
  if (keptAt !== null) return { keptAt, print };
  if (status === 'draft' && !wasToBeMailed(before)) return { keptAt: null, print: null };
  return { keptAt: before.keptAt ?? sentAt ?? at, print: before.print };
};
