import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import type { Names } from '../names.ts';

/** What the words on an invoice's pages are made from, besides the invoice. */
export type PrintSource = {
  readonly names: Names;
  /** The student's other invoices, which bill what this one refunds. */
  readonly related: readonly Invoice[];
  /** The student's address, line by line; empty for a removed student. */
  readonly address: readonly string[];
  /** The day on which a row was cancelled; null if that is not known. */
  readonly cancelledOn: (rowId: string) => IsoDate | null;
  readonly settings: StudioSettings;
  /** By when to pay, of an invoice that is being sent now. */
  readonly dueOn?: IsoDate | null;
};
