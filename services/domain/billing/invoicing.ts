import { daysBetween } from '@rondo/contracts/calendar/dates.ts';
import { billingEvents, type InvoiceStatus } from '@rondo/contracts/events/billing.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { CommandHandler, Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { InvalidInput, NotFound, RuleBroken } from '../../platform/kit/errors.ts';
import type { Roster } from '../people/roster.ts';
import type { StudioClock } from '../studio/clock.ts';
import {
  deleteInvoice,
  draftInvoices,
  generateInvoices,
  InvoicesMoved,
  requestMail,
  setNotes,
  setStatus,
  type Generation,
  type NotesChange,
} from './decide.ts';
import { draftOf, hasContent, isOver, matchedNow, type Billing, type Draft } from './due/draft.ts';
import { ledgerOf } from './due/ledger.ts';
import type { LessonDate } from '../schedule/lesson-dates.ts';
import type { InvoicePrinting } from './pdf/printing.ts';
import type { BillingState } from './state.ts';
import type { Taught, TaughtReader } from './due/taught.ts';

type BillingHandler = CommandHandler<typeof billingEvents, BillingState>;

export type InvoicingDependencies = {
  readonly handler: BillingHandler;
  readonly taught: TaughtReader;
  readonly clock: StudioClock;
  readonly printing: Pick<InvoicePrinting, 'wordingOf'>;
  readonly roster: Pick<Roster, 'everTeacher'>;
  readonly whileBilling: WhileBilling;
};

/** Runs a task while no other one bills the studio's lessons, or changes lessons of the past. */
export type WhileBilling = <T>(studioId: string, task: () => Promise<T>) => Promise<T>;

type Done = Executed<typeof billingEvents>;

/** Students with their lessons and the currency of their rates; `revision`: of the invoices before these were read. */
type Reading = Awaited<ReturnType<TaughtReader['students']>> & { readonly currency: string; readonly revision: number };

/** What a billed date is now: `isOver` if it no longer takes place. */
export type DateNow = { readonly isOver: boolean; readonly lesson: LessonDate | undefined };

const longestPeriod = 366;
/** How many invoices one append holds. */
const perAppend = 50;
/** How often lessons are read again because invoices were made in the meantime. */
const attempts = 5;

/** @throws InvalidInput */
const refusePeriod = ({ from, to }: Billing): void => {
  if (to < from) throw new InvalidInput('The period must not end before it starts.');
  if (daysBetween(from, to) >= longestPeriod)
    throw new InvalidInput(`The period must be at most ${longestPeriod} days long.`);
};

const chunksOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / perAppend) }, (_, i) => ids.slice(i * perAppend, (i + 1) * perAppend));

/** @throws NotFound */
const taughtIn = (students: ReadonlyMap<string, Taught>, studentId: string): Taught => {
  const found = students.get(studentId);
  if (!found) throw new NotFound('There is no such student.');
  return found;
};

/** Why none of the students gets an invoice. */
const nothingToInvoice = (drafts: readonly Draft[]): RuleBroken =>
  new RuleBroken(
    drafts.some(({ billedOn }) => billedOn.length > 0)
      ? 'Nothing to invoice: every lesson in this period is already on an invoice.'
      : 'Nothing to invoice: these students have no lessons in this period.',
  );

/** Bills students and changes invoices. */
export const invoicing = ({ handler, taught, clock, printing, roster, whileBilling }: InvoicingDependencies) => {
  const streamOf = (studioId: string): string => streamName(billingEvents, studioId);

  /** @throws InvalidInput, NotFound */
  const refuse = async (studioId: string, billing: Billing): Promise<void> => {
    refusePeriod(billing);
    if (billing.teacherId !== null) await roster.everTeacher(studioId, billing.teacherId);
  };

  /** Students, their lessons, and the currency of their rates. */
  const readStudents = async (studioId: string) => {
    const read = await taught.students(studioId);
    const { currency } = await clock.settings(studioId);
    return { ...read, currency };
  };

  /** Lessons that are as new as the invoices up to `revision`. */
  const readAfterInvoices = async (studioId: string): Promise<Reading> => {
    const { revision } = await handler.load(streamOf(studioId));
    return { ...(await readStudents(studioId)), revision };
  };

  /** @throws NotFound */
  const generationOf = (
    { students, now, currency }: Omit<Reading, 'revision'>,
    studentIds: readonly string[],
    { billing, commandId }: { billing: Billing; commandId: string },
  ): Generation => ({
    students: studentIds.map((studentId) => ({
      ...taughtIn(students, studentId),
      invoiceId: derivedId(commandId, studentId),
    })),
    billing,
    year: now.today.slice(0, 4),
    currency,
  });

  const draftsOf = ({ students, billing, currency }: Generation, invoices: readonly Invoice[]): Draft[] => {
    const ofStudent = Map.groupBy(invoices, ({ studentId }) => studentId);
    return students.map(({ invoiceId, ...student }) =>
      draftOf(
        { ...student, ledger: ledgerOf(ofStudent.get(student.payer.studentId) ?? []), currency },
        billing,
        invoiceId,
      ),
    );
  };

  const allInvoices = async (studioId: string): Promise<Invoice[]> => {
    const { state } = await handler.load(streamOf(studioId));
    return [...state.invoices.values()].map(({ invoice }) => invoice);
  };

  /** What decides by when an invoice that is sent now is to be paid, and what it says from then on. */
  const leavingOf = async (studioId: string, invoiceId: string) => {
    const [{ today }, { paymentTermsDays }, { state }] = await Promise.all([
      clock.today(studioId),
      clock.settings(studioId),
      handler.load(streamOf(studioId)),
    ]);
    const invoice = state.invoices.get(invoiceId)?.invoice;
    return {
      today,
      termsDays: paymentTermsDays,
      wording: await printing.wordingOf(studioId, invoice ? [invoice] : []),
    };
  };

  /** Decides on lessons that are as new as the invoices: reads them again if others have made invoices since. */
  const generateChunk = async (
    context: CommandContext,
    studentIds: readonly string[],
    { billing, reading: given }: { billing: Billing; reading: Reading },
  ): Promise<{ executed: Done; reading: Reading }> => {
    const { studioId, commandId } = context;
    let reading = given;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const executed = await handler.execute(streamOf(studioId), context, {
          input: { billing, studentIds },
          decide: generateInvoices(generationOf(reading, studentIds, { billing, commandId }), reading.revision),
        });
        const appended = executed.repeated ? 0 : executed.events.length;
        return { executed, reading: { ...reading, revision: reading.revision + appended } };
      } catch (error) {
        if (!(error instanceof InvoicesMoved)) throw error;
        if (attempt === attempts)
          throw new RuleBroken('Others are invoicing right now. Please try again.', {}, { cause: error });
        reading = await readAfterInvoices(studioId);
      }
    }
  };

  const generateAll = async (
    context: CommandContext,
    studentIds: readonly string[],
    billing: Billing,
  ): Promise<Done[]> => {
    const { studioId, commandId } = context;
    let reading = await readAfterInvoices(studioId);
    for (const studentId of studentIds) taughtIn(reading.students, studentId);
    const done: Done[] = [];
    for (const [i, chunk] of chunksOf(studentIds).entries()) {
      const own = { ...context, commandId: derivedId(commandId, `invoices ${i}`), batchId: commandId };
      const generated = await generateChunk(own, chunk, { billing, reading });
      done.push(generated.executed);
      ({ reading } = generated);
    }
    if (done.some(({ events }) => events.length > 0)) return done;
    const generation = generationOf(reading, studentIds, { billing, commandId });
    throw nothingToInvoice(draftsOf(generation, await allInvoices(studioId)));
  };

  return {
    /** One invoice per student with something to bill, in appends of one batch. @throws InvalidInput, NotFound, RuleBroken, Unavailable */
    generate: async (context: CommandContext, selected: readonly string[], billing: Billing): Promise<Done[]> => {
      await refuse(context.studioId, billing);
      return whileBilling(context.studioId, () => generateAll(context, [...new Set(selected)], billing));
    },

    /** The same without writing anything. @throws as generate */
    preview: async (studioId: string, selected: readonly string[], billing: Billing, commandId: string) => {
      await refuse(studioId, billing);
      const reading = await readStudents(studioId);
      const generation = generationOf(reading, [...new Set(selected)], { billing, commandId });
      const invoices = await allInvoices(studioId);
      const drafts = draftInvoices(invoices, generation);
      if (drafts.length === 0) throw nothingToInvoice(draftsOf(generation, invoices));
      return drafts;
    },

    /**
     * What every student can be billed for.
     * @param includeBilled also students of whom an invoice bills the period already, with nothing left
     * @throws InvalidInput, NotFound, Unavailable
     */
    rows: async (studioId: string, billing: Billing, includeBilled: boolean) => {
      await refuse(studioId, billing);
      // Not from the read model: most of the time would go into reading every billed date of the studio from the database.
      const [{ students, currency }, invoices] = await Promise.all([readStudents(studioId), allInvoices(studioId)]);
      const ofStudent = Map.groupBy(invoices, ({ studentId }) => studentId);
      return [...students].flatMap(([studentId, student]) => {
        const ledger = ledgerOf(ofStudent.get(studentId) ?? []);
        const draft = draftOf({ ...student, ledger, currency }, billing, 'draft');
        return hasContent(draft) || (includeBilled && draft.billedOn.length > 0) ? { studentId, draft } : [];
      });
    },

    /** What the dates that an invoice bills are now, in the order of its entries. @throws Unavailable */
    datesNow: async (studioId: string, { invoiceId, studentId }: Invoice): Promise<DateNow[]> => {
      const [{ students }, invoices] = await Promise.all([taught.students(studioId), allInvoices(studioId)]);
      const ledger = ledgerOf(invoices.filter((invoice) => invoice.studentId === studentId));
      const { lessonOf } = matchedNow(ledger, students.get(studentId)?.lessonsTo);
      return ledger.entries
        .filter((entry) => entry.invoiceId === invoiceId)
        .map((entry) => {
          const lesson = lessonOf.get(entry);
          return { isOver: isOver(entry, lesson), lesson };
        });
    },

    setStatus: async (
      context: CommandContext,
      invoiceId: string,
      status: Exclude<InvoiceStatus, 'draft'>,
    ): Promise<Done> => {
      const how = await leavingOf(context.studioId, invoiceId);
      return handler.execute(streamOf(context.studioId), context, {
        input: { invoiceId, status },
        decide: setStatus({ invoiceId, status, ...how }),
      });
    },
    /** Has an invoice mailed. @throws NotFound, RuleBroken */
    send: async (context: CommandContext, invoiceId: string, email: string): Promise<Done> => {
      const how = await leavingOf(context.studioId, invoiceId);
      const mailId = derivedId(context.commandId, `mail of ${invoiceId}`);
      return handler.execute(streamOf(context.studioId), context, {
        input: { invoiceId, email },
        decide: requestMail({ invoiceId, mailId, email, ...how }),
      });
    },
    /** @throws NotFound, StaleRevision */
    setNotes: (context: CommandContext, change: NotesChange): Promise<Done> =>
      handler.execute(streamOf(context.studioId), context, {
        input: { ...change, notes: change.notes ?? null },
        decide: setNotes(change),
      }),
    delete: (context: CommandContext, invoiceId: string): Promise<Done> =>
      handler.execute(streamOf(context.studioId), context, { input: invoiceId, decide: deleteInvoice(invoiceId) }),
  };
};
export type Invoicing = ReturnType<typeof invoicing>;
