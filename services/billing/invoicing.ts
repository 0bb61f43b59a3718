import { daysBetween } from '@rondo/contracts/calendar/dates.ts';
import { billingEvents, type InvoiceStatus } from '@rondo/contracts/events/billing.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import type { CommandContext } from '../command-handling/aggregate.ts';
import type { CommandHandler, Executed } from '../command-handling/command-handler.ts';
import { derivedId } from '../command-handling/ids.ts';
import { InvalidInput, NotFound, RuleBroken } from '../errors/errors.ts';
import type { Roster } from '../roster/roster.ts';
import type { StudioClock } from '../studio-settings/clock.ts';
import {
  deleteInvoice,
  draftInvoices,
  generateInvoices,
  InvoicesMoved,
  requestMail,
  setNotes,
  setStatus,
  type Generation,
} from './decide.ts';
import { draftOf, hasContent, type Billing, type Draft } from './draft.ts';
import { ledgerOf } from './ledger.ts';
import type { BillingState } from './state.ts';
import type { Taught, TaughtReader } from './taught.ts';

type BillingHandler = CommandHandler<typeof billingEvents, BillingState>;

export type InvoicingDependencies = {
  readonly handler: BillingHandler;
  readonly taught: TaughtReader;
  readonly clock: StudioClock;
  readonly roster: Pick<Roster, 'everTeacher'>;
};

type Done = Executed<typeof billingEvents>;

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
    drafts.some(({ isBilled }) => isBilled)
      ? 'Nothing to invoice: every lesson in this period is already on an invoice.'
      : 'Nothing to invoice: these students have no lessons in this period.',
  );

/** Bills students and changes invoices. */
export const invoicing = ({ handler, taught, clock, roster }: InvoicingDependencies) => {
  const streamOf = (studioId: string): string => streamName(billingEvents, studioId);

  const read = async (studioId: string, billing: Billing) => {
    refusePeriod(billing);
    if (billing.teacherId !== null) await roster.everTeacher(studioId, billing.teacherId);
    return taught.students(studioId);
  };

  const generationOf = async (
    studioId: string,
    studentIds: readonly string[],
    billing: Billing,
    commandId: string,
  ): Promise<Generation> => {
    const [{ students, now }, { currency }] = await Promise.all([read(studioId, billing), clock.settings(studioId)]);
    return {
      students: studentIds.map((studentId) => ({
        ...taughtIn(students, studentId),
        invoiceId: derivedId(commandId, studentId),
      })),
      billing,
      year: now.today.slice(0, 4),
      currency,
    };
  };

  const draftsOf = ({ students, billing }: Generation, invoices: readonly Invoice[]): Draft[] => {
    const ofStudent = Map.groupBy(invoices, ({ studentId }) => studentId);
    return students.map(({ invoiceId, ...student }) =>
      draftOf({ ...student, ledger: ledgerOf(ofStudent.get(student.payer.studentId) ?? []) }, billing, invoiceId),
    );
  };

  /** What decides by when an invoice that is sent now is to be paid. */
  const termsOf = async (studioId: string) => {
    const [{ today }, { paymentTermsDays }] = await Promise.all([clock.today(studioId), clock.settings(studioId)]);
    return { today, termsDays: paymentTermsDays };
  };

  const allInvoices = async (studioId: string): Promise<{ invoices: Invoice[]; revision: number }> => {
    const { state, revision } = await handler.load(streamOf(studioId));
    return { invoices: [...state.invoices.values()].map(({ invoice }) => invoice), revision };
  };

  /** Decides on lessons that are as new as the invoices. */
  const generateChunk = async (
    context: CommandContext,
    studentIds: readonly string[],
    billing: Billing,
  ): Promise<Done> => {
    const { studioId, commandId } = context;
    for (let attempt = 1; ; attempt += 1) {
      const { revision } = await handler.load(streamOf(studioId));
      const generation = await generationOf(studioId, studentIds, billing, commandId);
      try {
        return await handler.execute(streamOf(studioId), context, {
          input: { billing, studentIds },
          decide: generateInvoices(generation, revision),
        });
      } catch (error) {
        if (!(error instanceof InvoicesMoved)) throw error;
        if (attempt === attempts)
          throw new RuleBroken('Others are invoicing right now. Please try again.', {}, { cause: error });
      }
    }
  };

  return {
    /** One invoice per student with something to bill, in appends of one batch. @throws InvalidInput, NotFound, RuleBroken, Unavailable */
    generate: async (context: CommandContext, selected: readonly string[], billing: Billing): Promise<Done[]> => {
      const { studioId, commandId } = context;
      const studentIds = [...new Set(selected)];
      const { students } = await read(studioId, billing);
      for (const studentId of studentIds) taughtIn(students, studentId);
      const done: Done[] = [];
      for (const [i, chunk] of chunksOf(studentIds).entries()) {
        const own = { ...context, commandId: derivedId(commandId, `invoices ${i}`), batchId: commandId };
        done.push(await generateChunk(own, chunk, billing));
      }
      if (done.some(({ events }) => events.length > 0)) return done;
      const { invoices } = await allInvoices(studioId);
      throw nothingToInvoice(draftsOf(await generationOf(studioId, studentIds, billing, commandId), invoices));
    },

    /** The same without writing anything. @throws as generate */
    preview: async (studioId: string, selected: readonly string[], billing: Billing, commandId: string) => {
      const generation = await generationOf(studioId, [...new Set(selected)], billing, commandId);
      const { invoices } = await allInvoices(studioId);
      const drafts = draftInvoices(invoices, generation);
      if (drafts.length === 0) throw nothingToInvoice(draftsOf(generation, invoices));
      return drafts;
    },

    /** What every student can be billed for. @throws InvalidInput, NotFound, Unavailable */
    rows: async (studioId: string, billing: Billing, invoices: () => Promise<readonly Invoice[]>) => {
      const { students } = await read(studioId, billing);
      const ofStudent = Map.groupBy(await invoices(), ({ studentId }) => studentId);
      return [...students].flatMap(([studentId, student]) => {
        const ledger = ledgerOf(ofStudent.get(studentId) ?? []);
        const draft = draftOf({ ...student, ledger }, billing, 'draft');
        return hasContent(draft) ? { studentId, draft } : [];
      });
    },

    setStatus: async (
      context: CommandContext,
      invoiceId: string,
      status: Exclude<InvoiceStatus, 'draft'>,
    ): Promise<Done> => {
      const terms = await termsOf(context.studioId);
      return handler.execute(streamOf(context.studioId), context, {
        input: { invoiceId, status },
        decide: setStatus({ invoiceId, status, ...terms }),
      });
    },
    /** Has an invoice mailed. @throws NotFound, RuleBroken */
    send: async (context: CommandContext, invoiceId: string, email: string): Promise<Done> => {
      const terms = await termsOf(context.studioId);
      const mailId = derivedId(context.commandId, `mail of ${invoiceId}`);
      return handler.execute(streamOf(context.studioId), context, {
        input: { invoiceId, email },
        decide: requestMail({ invoiceId, mailId, email, ...terms }),
      });
    },
    setNotes: (context: CommandContext, invoiceId: string, notes: string | null | undefined): Promise<Done> =>
      handler.execute(streamOf(context.studioId), context, {
        input: { invoiceId, notes: notes ?? null },
        decide: setNotes({ invoiceId, notes }),
      }),
    delete: (context: CommandContext, invoiceId: string): Promise<Done> =>
      handler.execute(streamOf(context.studioId), context, { input: invoiceId, decide: deleteInvoice(invoiceId) }),
  };
};
export type Invoicing = ReturnType<typeof invoicing>;
