import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { CreditedPrint } from '@rondo/contracts/events/billing/invoice-print.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { studentsOn } from '@rondo/contracts/events/billing/payers.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { cancellationsOf } from '@rondo/projections/history/queries.ts';
import { versionAt } from '@rondo/projections/invoices/earlier.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { earlierOf, invoicesOfStudents } from '@rondo/projections/invoices/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById, type PersonRow } from '@rondo/projections/lessons/queries.ts';
import { Piscina } from 'piscina';
import type { Services } from '../../../platform/kit/services.ts';
import type { Wording } from '../decide.ts';
import { invoicesByStudent } from '../due/ledger.ts';
import { addressedOf, householdPayers, namesOf } from '../families/households.ts';
import { namesFrom } from '../names.ts';
import type { Print } from './render.ts';
import { postalLines, printedInvoice, withCredit, type PrintSource } from './printed.ts';

declare module '../../../platform/kit/services.ts' {
  interface Services {
    readonly printer: Pick<Printer, 'print'>;
  }
}

type Printer = {
  readonly print: (prints: readonly Print[]) => Promise<Buffer>;
  readonly close: () => Promise<void>;
};

const idleMilliseconds = 60_000;

/**
 * Prints in a thread of its own, so that the caller's event loop stays free. It starts on demand and ends after an idle minute.
 * @param options.niceness added to the thread's: other threads then go first where both need a processor
 */
export const openPrinter = ({ niceness = 0 }: { readonly niceness?: number } = {}): Printer => {
  const pool = new Piscina<readonly Print[], Uint8Array>({
    filename: new URL('render.ts', import.meta.url).href,
    name: 'renderPrints',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMilliseconds,
    niceIncrement: niceness,
  });
  return {
    print: async (prints) => Buffer.from(await pool.run(prints)),
    close: () => pool.close(),
  };
};

/** True for an invoice that never changes, although none of its events says what. */
const isKeptInLog = ({ keptAt, print }: Invoice): boolean => keptAt !== null && print === null;

/** The ids of the students and the teachers whom an invoice names. */
const peopleIn = (invoice: Invoice): string[] => [
  ...studentsOn(invoice),
  ...invoice.items.flatMap(({ teacherId }) => teacherId ?? []),
];

type Addressed = Pick<PersonRow, 'address' | 'city' | 'zip_code'>;

export const addressOf = (person: Addressed | undefined): string[] =>
  postalLines(person?.address ?? null, person?.city ?? null, person?.zip_code ?? null);

type Source = Pick<PrintSource, 'names' | 'contact' | 'address' | 'settings'>;

/** What the log had when an invoice left the studio's hands; no settings if it has none of the studio. */
const sourceThen = (
  { studentId, keptAt }: Invoice,
  { people, settings }: Awaited<ReturnType<typeof earlierOf>>,
): Omit<Source, 'settings'> & Partial<Source> => {
  const then = new Map(
    people.flatMap(({ person_id: id, versions }) => {
      const version = versionAt(versions, keptAt ?? '');
      return version ? [[id, version] as const] : [];
    }),
  );
  const letterhead = versionAt(settings[0]?.versions ?? [], keptAt ?? '');
  return {
    names: namesFrom(then),
    address: addressOf(then.get(studentId)),
    ...(letterhead ? { settings: { ...letterhead.settings, payLink: null } } : {}),
  };
};

/** Puts some invoices into words: those that were kept as they were, drafts from the read models. */
export const wordingOf = async (
  { models, settingsOf }: Pick<Services, 'models' | 'settingsOf'>,
  studioId: string,
  invoices: readonly Invoice[],
): Promise<Wording> => {
  const open = invoices.filter(({ print }) => print === null);
  const studentIds = [...new Set(open.flatMap(studentsOn))];
  const cancelledRows = open.flatMap(({ refunds }) => refunds.flatMap(({ cancelledRowId }) => cancelledRowId ?? []));
  const [people, families, { settings }, related, cancellations, earlier] = await Promise.all([
    peopleById(lessonsModel.read(models), studioId),
    householdPayers({ models }, studioId),
    settingsOf(studioId),
    invoicesOfStudents(invoicesModel.read(models), studioId, studentIds),
    cancellationsOf(historyModel.read(models), studioId, cancelledRows),
    earlierOf(invoicesModel.read(models), studioId, open.filter(isKeptInLog).flatMap(peopleIn)),
  ]);
  const names = namesFrom(people, namesOf(families));
  const ofStudent = invoicesByStudent(related);
  const wording: Wording = (invoice, dueOn) => {
    if (invoice.print) return invoice.print;
    const isThen = isKeptInLog(invoice);
    const source: Source = {
      names,
      settings,
      contact: families.get(invoice.payer.id)?.contact?.name ?? null,
      address: addressOf(addressedOf(families, people, invoice.payer.id)),
      ...(isThen ? { contact: null, ...sourceThen(invoice, earlier) } : {}),
    };
    // Before an invoice kept what it says, there were no families: it was the student's.
    const payer = isThen ? ({ type: 'student', id: invoice.studentId } as const) : invoice.payer;
    return printedInvoice(isThen ? { ...invoice, ...invoice.keptWith, payer } : invoice, {
      ...source,
      dueOn: isThen ? null : dueOn,
      related: studentsOn(invoice).flatMap((studentId) => ofStudent.get(studentId) ?? []),
      cancelledOn: (rowId) => {
        const last = cancellations.findLast((one) => one.lesson_id === rowId && one.recorded_at <= invoice.createdAt);
        return last ? wallClock(epochMillisecondsOf(last.recorded_at), source.settings.timeZone).date : null;
      },
    });
  };
  return (invoice, dueOn) => withCredit(wording(invoice, dueOn), invoice);
};

/** The payer's name on each of some invoices; null for drafts, which follow the present one. */
export const printedNames = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
  invoices: readonly Invoice[],
): Promise<(invoice: Invoice) => string | null> => {
  const studentIds = [...new Set(invoices.filter(isKeptInLog).map(({ studentId }) => studentId))];
  const earlier = studentIds.length === 0 ? null : await earlierOf(invoicesModel.read(models), studioId, studentIds);
  return (invoice) => {
    if (invoice.print) return invoice.print.billedTo[0] ?? null;
    return earlier && isKeptInLog(invoice) ? sourceThen(invoice, earlier).names.studentOf(invoice.studentId) : null;
  };
};

/** What an invoice's pages say. @param dueOn by when to pay if it has not been sent yet */
export const printedOf = async (
  services: Pick<Services, 'models' | 'settingsOf'>,
  studioId: string,
  invoice: Invoice,
  dueOn: IsoDate | null,
): Promise<CreditedPrint> => (await wordingOf(services, studioId, [invoice]))(invoice, dueOn);

export const invoicesAsPdf = async (
  services: Pick<Services, 'models' | 'settingsOf' | 'printer'>,
  studioId: string,
  invoices: readonly Invoice[],
): Promise<Buffer> => {
  const wording = await wordingOf(services, studioId, invoices);
  return services.printer.print(invoices.map((invoice) => wording(invoice, null)));
};
