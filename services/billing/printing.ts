import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { cancellationsOf } from '@rondo/projections/history/queries.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { invoicesOfStudents } from '@rondo/projections/invoices/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import type { ReadModels } from '../read-side/read-models.ts';
import type { StudioClock } from '../studio-settings/clock.ts';
import type { Printer } from './pdf/printer.ts';
import { postalLines, printedInvoice, type PrintedInvoice } from './pdf/printed.ts';
import { namesFrom } from './views.ts';

export type PrintingDependencies = {
  readonly models: ReadModels;
  readonly clock: Pick<StudioClock, 'settings'>;
  readonly printer: Pick<Printer, 'print'>;
};

/** Prints a studio's invoices from the read models. */
export const invoicePrinting = ({ models, clock, printer }: PrintingDependencies) => {
  /** Puts invoices into words. @param dueOn by when to pay invoices that have not been sent yet */
  const inWords = async (
    studioId: string,
    invoices: readonly Invoice[],
    dueOn: IsoDate | null,
  ): Promise<(invoice: Invoice) => PrintedInvoice> => {
    const studentIds = [...new Set(invoices.map(({ studentId }) => studentId))];
    const cancelledRows = invoices.flatMap(({ refunds }) =>
      refunds.flatMap(({ cancelledRowId }) => cancelledRowId ?? []),
    );
    const [people, settings, related, cancellations] = await Promise.all([
      peopleById(lessonsModel.read(models), studioId),
      clock.settings(studioId),
      invoicesOfStudents(invoicesModel.read(models), studioId, studentIds),
      cancellationsOf(historyModel.read(models), studioId, cancelledRows),
    ]);
    const names = namesFrom(people);
    const ofStudent = Map.groupBy(related, ({ studentId }) => studentId);
    return (invoice) => {
      const person = people.get(invoice.studentId);
      return printedInvoice(invoice, {
        names,
        settings,
        dueOn,
        related: ofStudent.get(invoice.studentId) ?? [],
        address: postalLines(person?.address ?? null, person?.city ?? null, person?.zip_code ?? null),
        cancelledOn: (rowId) => {
          const last = cancellations.findLast((one) => one.lesson_id === rowId && one.recorded_at <= invoice.createdAt);
          return last ? wallClock(epochMillisecondsOf(last.recorded_at), settings.timeZone).date : null;
        },
      });
    };
  };

  return {
    /** What an invoice's pages say. @param dueOn by when to pay if it has not been sent yet */
    printedOf: async (studioId: string, invoice: Invoice, dueOn: IsoDate | null): Promise<PrintedInvoice> =>
      (await inWords(studioId, [invoice], dueOn))(invoice),
    print: (printed: PrintedInvoice): Promise<Buffer> => printer.print([printed]),
    /** Invoices as one PDF file. */
    pdfOf: async (studioId: string, invoices: readonly Invoice[]): Promise<Buffer> =>
      printer.print(invoices.map(await inWords(studioId, invoices, null))),
  };
};
export type InvoicePrinting = ReturnType<typeof invoicePrinting>;
