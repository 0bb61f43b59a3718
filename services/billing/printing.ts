import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { invoicesOfStudents } from '@rondo/projections/invoices/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import type { ReadModels } from '../read-side/read-models.ts';
import type { StudioClock } from '../studio-settings/clock.ts';
import type { Printer } from './pdf/printer.ts';
import { addressLines, printedInvoice } from './pdf/printed.ts';
import { namesFrom } from './views.ts';

export type PrintingDependencies = {
  readonly models: ReadModels;
  readonly clock: Pick<StudioClock, 'settings'>;
  readonly printer: Pick<Printer, 'print'>;
};

/** Prints a studio's invoices from the read models. */
export const invoicePrinting = ({ models, clock, printer }: PrintingDependencies) => ({
  /**
   * Invoices as one PDF file.
   * @param dueOn by when to pay invoices that have not been sent yet
   */
  pdfOf: async (studioId: string, invoices: readonly Invoice[], dueOn: IsoDate | null = null): Promise<Buffer> => {
    const studentIds = [...new Set(invoices.map(({ studentId }) => studentId))];
    const [people, settings, related] = await Promise.all([
      peopleById(lessonsModel.read(models), studioId),
      clock.settings(studioId),
      invoicesOfStudents(invoicesModel.read(models), studioId, studentIds),
    ]);
    const names = namesFrom(people);
    const ofStudent = Map.groupBy(related, ({ studentId }) => studentId);
    return printer.print(
      invoices.map((invoice) => {
        const person = people.get(invoice.studentId);
        const town = [person?.city, person?.zip_code].filter((part) => typeof part === 'string').join(' ');
        return printedInvoice(invoice, {
          names,
          settings,
          dueOn,
          related: ofStudent.get(invoice.studentId) ?? [],
          address: [...addressLines(person?.address ?? null), ...(town === '' ? [] : [town])],
        });
      }),
    );
  },
});
export type InvoicePrinting = ReturnType<typeof invoicePrinting>;
