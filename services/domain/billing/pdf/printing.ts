import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import type { InvoicePrint } from '@rondo/contracts/events/invoice-print.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { cancellationsOf } from '@rondo/projections/history/queries.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { earlierOf, invoicesOfStudents } from '@rondo/projections/invoices/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import type { ReadModels } from '../../../platform/models/read-models.ts';
import type { StudioClock } from '../../studio/clock.ts';
import { invoiceThen, peopleIn, sourceThen } from './as-sent.ts';
import type { Wording } from '../decide.ts';
import type { Printer } from './printer.ts';
import { postalLines, printedInvoice } from './printed.ts';
import { namesFrom } from '../names.ts';

export type PrintingDependencies = {
  readonly models: ReadModels;
  readonly clock: Pick<StudioClock, 'settings'>;
  readonly printer: Pick<Printer, 'print'>;
};

/** True for an invoice that never changes, although none of its events says what. */
const isKeptInLog = ({ keptAt, print }: Invoice): boolean => keptAt !== null && print === null;

/** Prints a studio's invoices: those that were kept as they were, drafts from the read models. */
export const invoicePrinting = ({ models, clock, printer }: PrintingDependencies) => {
  /** Puts some invoices into words. */
  const wordingOf = async (studioId: string, invoices: readonly Invoice[]): Promise<Wording> => {
    const open = invoices.filter(({ print }) => print === null);
    const studentIds = [...new Set(open.map(({ studentId }) => studentId))];
    const cancelledRows = open.flatMap(({ refunds }) => refunds.flatMap(({ cancelledRowId }) => cancelledRowId ?? []));
    const [people, settings, related, cancellations, earlier] = await Promise.all([
      peopleById(lessonsModel.read(models), studioId),
      clock.settings(studioId),
      invoicesOfStudents(invoicesModel.read(models), studioId, studentIds),
      cancellationsOf(historyModel.read(models), studioId, cancelledRows),
      earlierOf(invoicesModel.read(models), studioId, open.filter(isKeptInLog).flatMap(peopleIn)),
    ]);
    const names = namesFrom(people);
    const ofStudent = Map.groupBy(related, ({ studentId }) => studentId);
    const sourceNow = ({ studentId }: Invoice) => {
      const person = people.get(studentId);
      const address = postalLines(person?.address ?? null, person?.city ?? null, person?.zip_code ?? null);
      return { names, settings, address };
    };
    return (invoice, dueOn) => {
      if (invoice.print) return invoice.print;
      const isThen = isKeptInLog(invoice);
      const source = { ...sourceNow(invoice), ...(isThen ? sourceThen(invoice, earlier) : {}) };
      return printedInvoice(isThen ? invoiceThen(invoice) : invoice, {
        ...source,
        dueOn: isThen ? null : dueOn,
        related: ofStudent.get(invoice.studentId) ?? [],
        cancelledOn: (rowId) => {
          const last = cancellations.findLast((one) => one.lesson_id === rowId && one.recorded_at <= invoice.createdAt);
          return last ? wallClock(epochMillisecondsOf(last.recorded_at), source.settings.timeZone).date : null;
        },
      });
    };
  };

  return {
    wordingOf,
    /** The student's name on each of some invoices; null for drafts, which follow the present one. */
    printedNames: async (
      studioId: string,
      invoices: readonly Invoice[],
    ): Promise<(invoice: Invoice) => string | null> => {
      const studentIds = [...new Set(invoices.filter(isKeptInLog).map(({ studentId }) => studentId))];
      const earlier =
        studentIds.length === 0 ? null : await earlierOf(invoicesModel.read(models), studioId, studentIds);
      return (invoice) => {
        if (invoice.print) return invoice.print.billedTo[0] ?? null;
        return earlier && isKeptInLog(invoice) ? sourceThen(invoice, earlier).names.studentOf(invoice.studentId) : null;
      };
    },
    /** What an invoice's pages say. @param dueOn by when to pay if it has not been sent yet */
    printedOf: async (studioId: string, invoice: Invoice, dueOn: IsoDate | null): Promise<InvoicePrint> =>
      (await wordingOf(studioId, [invoice]))(invoice, dueOn),
    print: (printed: InvoicePrint): Promise<Buffer> => printer.print([printed]),
    /** Invoices as one PDF file. */
    pdfOf: async (studioId: string, invoices: readonly Invoice[]): Promise<Buffer> => {
      const wording = await wordingOf(studioId, invoices);
      return printer.print(invoices.map((invoice) => wording(invoice, null)));
    },
  };
};
export type InvoicePrinting = ReturnType<typeof invoicePrinting>;
