import { daysBetween } from '@rondo/contracts/calendar/dates.ts';
import type { billingEvents, InvoiceContent } from '@rondo/contracts/events/billing/billing.ts';
import { notYetIssued, type Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { InvalidInput, NotFound, RuleBroken } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import type { Locks } from '../../platform/postgres/advisory-locks.ts';
import { refuseUnknownTeacher } from '../people/roster.ts';
import { dayIn, studioNow } from '../studio/clock.ts';
import { draftInvoices, generateInvoices, InvoicesMoved, type Generation, type Leaving } from './decide.ts';
import { isToBill, type ChargedDraft } from './due/charged.ts';
import { datesNowOf, type DateNow } from './due/dates-now.ts';
import type { Billing } from './due/billed-dates.ts';
import { invoicesByStudent } from './due/ledger.ts';
import { taughtStudents, type Taught, type TaughtServices } from './due/taught.ts';
import { waitForPayers } from './families/accounts-of.ts';
import { draftsOf, familiesAmong } from './families/addressed.ts';
import { wordingOf } from './pdf/printing.ts';
import { allInvoices, billingStream, type BillingState } from './state.ts';

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
  await waitForPayers(services);
  const taught = await taughtStudents(services, studioId);
  const { currency } = (await services.settingsOf(studioId)).settings;
  return { ...taught, currency };
};

/** Lessons that are as new as the invoices up to `revision`. @throws Unavailable */
const readAfterInvoices = async (services: TaughtServices, studioId: string): Promise<Reading> => {
  const { revision } = await services.handlers.billing.load(billingStream(studioId));
  return { ...(await studentsToBill(services, studioId)), revision };
};

const loadBilling = async ({ handlers }: Pick<Services, 'handlers'>, studioId: string): Promise<BillingState> =>
  (await handlers.billing.load(billingStream(studioId))).state;

/** @throws NotFound */
const generationOf = (
  read: BilledStudents,
  studentIds: readonly string[],
  { billing, commandId }: { billing: Billing; commandId: string },
): Generation => ({
  students: studentIds.map((studentId) => taughtIn(read, studentId)),
  invoiceIdOf: (payerId) => derivedId(commandId, payerId),
  billing,
  year: read.now.today.slice(0, 4),
  currency: read.currency,
});

/** Why none of the students gets an invoice. */
const nothingToInvoice = (generation: Generation, state: BillingState): RuleBroken => {
  const isBilled = draftsOf(state, generation).some(({ draft }) => draft.billedOn.length > 0);
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

/** Students of one family are billed in one append. */
const inAppends = (families: readonly (readonly string[])[]): string[][] => {
  const chunks: string[][] = [];
  for (const family of families) {
    const last = chunks.at(-1);
    if (last && last.length + family.length <= perAppend) last.push(...family);
    else chunks.push([...family]);
  }
  return chunks;
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
  const families = familiesAmong(await loadBilling(services, studioId), studentIds);
  for (const [i, chunk] of inAppends(families).entries()) {
    const own = { ...context, commandId: derivedId(commandId, `invoices ${i}`), batchId: commandId };
    const generated = await generateChunk(services, own, chunk, { billing, reading });
    done.push(generated.executed);
    ({ reading } = generated);
  }
  if (done.some(({ events }) => events.length > 0)) return done;
  throw nothingToInvoice(
    generationOf(reading, studentIds, { billing, commandId }),
    await loadBilling(services, studioId),
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

/** An invoice that is not written, as if it were the newest one. */
const asIfMade = (content: InvoiceContent): Invoice => ({ ...content, ...notYetIssued, createdAt: '9' });

/** The same without writing anything, with what the dates are that it bills. @throws as billStudents */
export const previewInvoices = async (
  services: TaughtServices,
  { studioId, commandId }: CommandContext,
  studentIds: readonly string[],
  billing: Billing,
): Promise<(ReturnType<typeof draftInvoices>[number] & { readonly datesNow: readonly DateNow[] })[]> => {
  await refuseBilling(services, studioId, billing);
  const read = await studentsToBill(services, studioId);
  const generation = generationOf(read, [...new Set(studentIds)], { billing, commandId });
  const state = await loadBilling(services, studioId);
  const selected = new Set(studentIds);
  const unselected = [...read.students.values()].filter(({ payer }) => !selected.has(payer.studentId));
  const drafts = draftInvoices(state, { ...generation, unselected });
  if (drafts.length === 0) throw nothingToInvoice(generation, state);
  const made = drafts.map(({ content }) => asIfMade(content));
  const ofStudent = invoicesByStudent([...allInvoices(state), ...made]);
  return drafts.map((draft) => ({ ...draft, datesNow: datesNowOf(read.students, ofStudent, draft.content) }));
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
): Promise<{ studentId: string; householdId: string | null; draft: ChargedDraft }[]> => {
  await refuseBilling(services, studioId, billing);
  // Not from the read model: most of the time would go into reading every billed date of the studio from the database.
  const [{ students, currency }, state] = await Promise.all([
    studentsToBill(services, studioId),
    loadBilling(services, studioId),
  ]);
  const all = { students: [...students.values()], billing, currency, invoiceIdOf: () => 'draft' };
  return draftsOf(state, all).flatMap(({ student, account, draft }) =>
    isToBill(draft) || (includeBilled && draft.billedOn.length > 0)
      ? {
          studentId: student.payer.studentId,
          householdId: account.type === 'household' ? account.id : null,
          draft,
        }
      : [],
  );
};

/** What the dates that an invoice bills are now, in the order of its entries. @throws Unavailable */
export const billedDatesNow = async (
  services: TaughtServices,
  studioId: string,
  invoice: Invoice,
): Promise<DateNow[]> => {
  const [{ students }, state] = await Promise.all([
    taughtStudents(services, studioId),
    loadBilling(services, studioId),
  ]);
  return datesNowOf(students, invoicesByStudent(allInvoices(state)), invoice);
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
