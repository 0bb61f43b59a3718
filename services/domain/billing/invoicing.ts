import { daysBetween } from '@rondo/contracts/calendar/dates.ts';
import type { billingEvents } from '@rondo/contracts/events/billing/billing.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { chunksOf } from '@rondo/projections/kit/chunks.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { InvalidInput, NotFound, RuleBroken } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import type { Locks } from '../../platform/postgres/advisory-locks.ts';
import { refuseUnknownTeacher } from '../people/roster.ts';
import type { LessonDate } from '../schedule/lesson-dates.ts';
import { dayIn, studioNow } from '../studio/clock.ts';
import { draftInvoices, generateInvoices, InvoicesMoved, type Generation, type Leaving } from './decide.ts';
import { draftOf, hasContent, isOver, matchedNow, type Billing, type Draft } from './due/draft.ts';
import { ledgerOf } from './due/ledger.ts';
import { taughtStudents, type Taught, type TaughtServices } from './due/taught.ts';
import { wordingOf } from './pdf/printing.ts';
import { allInvoices, billingStream } from './state.ts';

declare module '../../platform/kit/services.ts' {
  interface Services {
    /** Held while a studio's lessons are billed. Their connections are not those of commands, which bill nothing. */
    readonly billingLocks: Locks;
  }
}

type Done = Executed<typeof billingEvents>;

/** Students with their lessons and the currency of their rates. */
type BilledStudents = Awaited<ReturnType<typeof studentsToBill>>;
/** `revision`: of the invoices before the lessons were read. */
type Reading = BilledStudents & { readonly revision: number };

/** What a billed date is now: `isOver` if it no longer takes place. */
export type DateNow = { readonly isOver: boolean; readonly lesson: LessonDate | undefined };

const longestPeriod = 366;
/** How many invoices one append holds. */
export const perAppend = 50;
/** How often lessons are read again because invoices were made in the meantime. */
const attempts = 5;

/** Runs a task while no other one bills the studio's lessons, or changes lessons of the past. */
export const whileBilling = <T>(
  { billingLocks }: Pick<Services, 'billingLocks'>,
  studioId: string,
  task: () => Promise<T>,
): Promise<T> => billingLocks.hold([`billing ${studioId}`], task);

/** @throws InvalidInput, NotFound */
const refuseBilling = async (
  services: Pick<Services, 'handlers'>,
  studioId: string,
  { from, to, teacherId }: Billing,
): Promise<void> => {
  if (to < from) throw new InvalidInput('The period must not end before it starts.');
  if (daysBetween(from, to) >= longestPeriod)
    throw new InvalidInput(`The period must be at most ${longestPeriod} days long.`);
  if (teacherId !== null) await refuseUnknownTeacher(services, studioId, teacherId);
};

/** @throws NotFound */
const taughtIn = ({ students }: BilledStudents, studentId: string): Taught => {
  const student = students.get(studentId);
  if (!student) throw new NotFound('There is no such student.');
  return student;
};

/** @throws Unavailable */
const studentsToBill = async (services: TaughtServices, studioId: string) => {
  const taught = await taughtStudents(services, studioId);
  const { currency } = (await services.settingsOf(studioId)).settings;
  return { ...taught, currency };
};

/** Lessons that are as new as the invoices up to `revision`. @throws Unavailable */
const readAfterInvoices = async (services: TaughtServices, studioId: string): Promise<Reading> => {
  const { revision } = await services.handlers.billing.load(billingStream(studioId));
  return { ...(await studentsToBill(services, studioId)), revision };
};

const loadInvoices = async ({ handlers }: Pick<Services, 'handlers'>, studioId: string): Promise<Invoice[]> =>
  allInvoices((await handlers.billing.load(billingStream(studioId))).state);

/** @throws NotFound */
const generationOf = (
  read: BilledStudents,
  studentIds: readonly string[],
  { billing, commandId }: { billing: Billing; commandId: string },
): Generation => ({
  students: studentIds.map((studentId) => ({
    ...taughtIn(read, studentId),
    invoiceId: derivedId(commandId, studentId),
  })),
  billing,
  year: read.now.today.slice(0, 4),
  currency: read.currency,
});

/** Why none of the students gets an invoice. */
const nothingToInvoice = ({ students, billing, currency }: Generation, invoices: readonly Invoice[]): RuleBroken => {
  const ofStudent = Map.groupBy(invoices, ({ studentId }) => studentId);
  const isBilled = students.some(({ invoiceId, ...student }) => {
    const ledger = ledgerOf(ofStudent.get(student.payer.studentId) ?? []);
    return draftOf({ ...student, ledger, currency }, billing, invoiceId).billedOn.length > 0;
  });
  return new RuleBroken(
    isBilled
      ? 'Nothing to invoice: every lesson in this period is already on an invoice.'
      : 'Nothing to invoice: these students have no lessons in this period.',
  );
};

/** Decides on lessons that are as new as the invoices: reads them again if others have made invoices since. */
const generateChunk = async (
  services: TaughtServices,
  context: CommandContext,
  studentIds: readonly string[],
  { billing, ...first }: { billing: Billing; reading: Reading },
): Promise<{ executed: Done; reading: Reading }> => {
  const { studioId, commandId } = context;
  let { reading } = first;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const executed = await services.handlers.billing.execute(billingStream(studioId), context, {
        input: { billing, studentIds },
        decide: generateInvoices(generationOf(reading, studentIds, { billing, commandId }), reading.revision),
      });
      const appended = executed.repeated ? 0 : executed.events.length;
      return { executed, reading: { ...reading, revision: reading.revision + appended } };
    } catch (error) {
      if (!(error instanceof InvoicesMoved)) throw error;
      if (attempt === attempts)
        throw new RuleBroken('Others are invoicing right now. Please try again.', {}, { cause: error });
      reading = await readAfterInvoices(services, studioId);
    }
  }
};

const generateAll = async (
  services: TaughtServices,
  context: CommandContext,
  studentIds: readonly string[],
  billing: Billing,
): Promise<Done[]> => {
  const { studioId, commandId } = context;
  let reading = await readAfterInvoices(services, studioId);
  for (const studentId of studentIds) taughtIn(reading, studentId);
  const done: Done[] = [];
  for (const [i, chunk] of chunksOf(studentIds, perAppend).entries()) {
    const own = { ...context, commandId: derivedId(commandId, `invoices ${i}`), batchId: commandId };
    const generated = await generateChunk(services, own, chunk, { billing, reading });
    done.push(generated.executed);
    ({ reading } = generated);
  }
  if (done.some(({ events }) => events.length > 0)) return done;
  throw nothingToInvoice(
    generationOf(reading, studentIds, { billing, commandId }),
    await loadInvoices(services, studioId),
  );
};

/** Makes one invoice per student with something to bill, in appends of one batch. @throws InvalidInput, NotFound, RuleBroken, Unavailable */
export const billStudents = async (
  services: TaughtServices & Pick<Services, 'billingLocks'>,
  context: CommandContext,
  studentIds: readonly string[],
  billing: Billing,
): Promise<Done[]> => {
  await refuseBilling(services, context.studioId, billing);
  return whileBilling(services, context.studioId, () =>
    generateAll(services, context, [...new Set(studentIds)], billing),
  );
};

/** The same without writing anything. @throws as billStudents */
export const previewInvoices = async (
  services: TaughtServices,
  { studioId, commandId }: CommandContext,
  studentIds: readonly string[],
  billing: Billing,
): Promise<ReturnType<typeof draftInvoices>> => {
  await refuseBilling(services, studioId, billing);
  const read = await studentsToBill(services, studioId);
  const generation = generationOf(read, [...new Set(studentIds)], { billing, commandId });
  const invoices = await loadInvoices(services, studioId);
  const drafts = draftInvoices(invoices, generation);
  if (drafts.length === 0) throw nothingToInvoice(generation, invoices);
  return drafts;
};

/**
 * What every student can be billed for.
 * @param includeBilled also students of whom an invoice bills the period already, with nothing left
 * @throws InvalidInput, NotFound, Unavailable
 */
export const billableStudents = async (
  services: TaughtServices,
  studioId: string,
  billing: Billing,
  includeBilled: boolean,
): Promise<{ studentId: string; draft: Draft }[]> => {
  await refuseBilling(services, studioId, billing);
  // Not from the read model: most of the time would go into reading every billed date of the studio from the database.
  const [{ students, currency }, invoices] = await Promise.all([
    studentsToBill(services, studioId),
    loadInvoices(services, studioId),
  ]);
  const ofStudent = Map.groupBy(invoices, ({ studentId }) => studentId);
  return [...students].flatMap(([studentId, student]) => {
    const ledger = ledgerOf(ofStudent.get(studentId) ?? []);
    const draft = draftOf({ ...student, ledger, currency }, billing, 'draft');
    return hasContent(draft) || (includeBilled && draft.billedOn.length > 0) ? { studentId, draft } : [];
  });
};

/** What the dates that an invoice bills are now, in the order of its entries. @throws Unavailable */
export const billedDatesNow = async (
  services: TaughtServices,
  studioId: string,
  { invoiceId, studentId }: Invoice,
): Promise<DateNow[]> => {
  const [{ students }, invoices] = await Promise.all([
    taughtStudents(services, studioId),
    loadInvoices(services, studioId),
  ]);
  const ledger = ledgerOf(invoices.filter((invoice) => invoice.studentId === studentId));
  const { lessonOf } = matchedNow(ledger, students.get(studentId)?.lessonsTo);
  return ledger.entries
    .filter((entry) => entry.invoiceId === invoiceId)
    .map((entry) => {
      const lesson = lessonOf.get(entry);
      return { isOver: isOver(entry, lesson), lesson };
    });
};

/** What decides by when invoices that are sent now are to be paid, what they say from then on, and who sends them. */
export const leavingOf = async (
  services: Pick<Services, 'handlers' | 'models' | 'settingsOf' | 'now'>,
  studioId: string,
  invoiceIds: readonly string[],
): Promise<Leaving & { readonly sender: string | null }> => {
  const [{ today, timeZone }, { settings }, { state }] = await Promise.all([
    studioNow(services, studioId),
    services.settingsOf(studioId),
    services.handlers.billing.load(billingStream(studioId)),
  ]);
  const leaving = invoiceIds.flatMap((id) => state.invoices.get(id)?.invoice ?? []);
  return {
    today,
    termsDays: settings.paymentTermsDays,
    wording: await wordingOf(services, studioId, leaving),
    sender: settings.studioName,
    dayOf: dayIn(timeZone),
  };
};
