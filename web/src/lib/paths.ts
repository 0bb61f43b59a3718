/** The account of who pays: a student, until families have accounts of their own. */
export const accountPath = (payerId: string): string => `/students/accounts/${encodeURIComponent(payerId)}`;

/** The list of invoices with one of them open. */
export const invoicePath = (number: string): string =>
  `/students?${new URLSearchParams({ tab: 'invoices', invoice: number })}`;

/** The same as it was at a moment. */
export const accountThenPath = (payerId: string, asOf: string): string =>
  `/moment${accountPath(payerId)}?${new URLSearchParams({ at: asOf })}`;
