import type { Invoice } from '@rondo/contracts/api/billing.ts';
import type { Student } from '@rondo/contracts/api/people/students.ts';
import { CallFailed } from '../../api/call-failed.ts';
import { CatchingUp, command, commandAnswered, type Done } from '../../api/client.ts';
import { act, send, useAction, useCommand } from '../../api/commands/command.ts';
import { inCalls, type Outcome } from '../../api/commands/in-calls.ts';
import { fetchFile } from '../../api/files/download.ts';
import { counted } from '../../lib/texts.ts';
import { useDownload } from '../../ui/download-button.tsx';
import { toast, type Toast } from '../../ui/overlays/toast.tsx';
import { nameOf } from '../students/roster.ts';
import { mostInvoices, mostMails, mostPdfs } from '@rondo/contracts/money/invoice-limits.ts';
import { namesLabel } from '@rondo/contracts/people/family-name.ts';
import type { InvoiceRun } from './queries.ts';
import { underName } from './sending/sender.tsx';

/** @param onSaved called with their ids as soon as the invoices exist, before the lists show them */
export const useGenerateInvoices = (onSaved: (ids: readonly string[]) => void) =>
  useAction((run: InvoiceRun) => command('POST /api/invoices/generate', { body: run }), {
    onSaved: (answer) => onSaved(answer instanceof CatchingUp ? [] : answer.map(({ id }) => id)),
    done: (answer) => {
      const names = answer instanceof CatchingUp ? [] : answer.map(({ payer }) => payer.name);
      if (names.length === 0) return 'Invoices created';
      return { title: `${counted(names.length, 'invoice')} created`, description: namesLabel(names) };
    },
    failed: 'Error',
  });

type NewStatus = { readonly invoice: Invoice; readonly status: Exclude<Invoice['status'], 'draft'> };

export const useSetStatus = () =>
  useAction(
    ({ invoice, status }: NewStatus) =>
      command('PUT /api/invoices/:id/status', { params: { id: invoice.id }, body: { status } }),
    {
      done: (_, { invoice, status }) => ({
        title: `Marked as ${status}`,
        description: `${invoice.payer.name}, ${invoice.invoiceNumber}`,
      }),
      failed: () => ({ title: 'Update Failed', description: 'Failed to update invoice status' }),
    },
  );

/** "Failed to delete invoice: 409. INV-2026-0002 refunds a lesson of this invoice. Delete that one first." */
const deletionFailure = (error: Error): string =>
  error instanceof CallFailed && error.status !== 0
    ? `Failed to delete invoice: ${error.status}. ${error.message}`
    : error.message;

/** @param onSaved called as soon as the invoice is deleted, before the lists show it */
export const deleteInvoice = ({ id, payer, invoiceNumber }: Invoice, onSaved: () => void) =>
  send(
    'DELETE /api/invoices/:id',
    { params: { id } },
    {
      onSaved,
      done: { title: 'Invoice deleted', description: `${payer.name}, ${invoiceNumber}` },
      failed: (error) => ({ title: 'Delete Failed', description: deletionFailure(error) }),
    },
  );

export const useSetNotes = () => useCommand('PATCH /api/invoices/:id', { done: 'Notes saved', failed: null });

/** The name under which invoices are sent, if it is still to be saved. */
export const named = async (sender: string | null): Promise<Pick<Done<unknown>, 'calls'>> =>
  sender === null ? { calls: [] } : command('PATCH /api/settings', { body: { studioName: sender } });

export type Sending = {
  /** False: emails are saved as files on the server. */
  readonly sendsMail: boolean;
  /** The name to save first; null: the studio has one. */
  readonly sender: string | null;
};

/** Queues an email. Its outcome follows: the invoice says what became of it. */
export const useSendInvoice = (
  { id, invoiceNumber }: Invoice,
  { sendsMail, sender, onSaved }: Sending & { readonly onSaved: () => void },
) =>
  useAction(
    async (email: string) => {
      const { calls } = await named(sender);
      const done = await command('POST /api/invoices/:id/send', { params: { id }, body: { email } });
      return { ...done, calls: [...calls, ...done.calls] };
    },
    {
      onSaved: (_, email) => {
        toast(
          sendsMail
            ? { title: 'Email queued', description: `${invoiceNumber} to ${email}` }
            : {
                title: `Prepared for ${email}`,
                description: `This server sends no mail. ${invoiceNumber} is a file on it.`,
              },
        );
        onSaved();
      },
      done: null,
      failed: null,
      isFinal: true,
    },
  );

/** "9 invoices marked as paid", and which could not be. */
const outcomeWords = (what: string, { done, failed }: Outcome, invoices: readonly Invoice[]): Toast => {
  const [first] = failed;
  const number = invoices.find(({ id }) => id === first?.id)?.invoiceNumber ?? 'One';
  const description = first && {
    description: `${number}: ${first.message}${failed.length > 1 ? ` (and ${failed.length - 1} more)` : ''}`,
  };
  return done.length === 0
    ? { title: `No invoice ${what}`, ...description, tone: 'destructive' }
    : { title: `${counted(done.length, 'invoice')} ${what}`, ...description };
};

type ManyStatuses = { readonly invoices: readonly Invoice[]; readonly status: NewStatus['status'] };

export const markMany = ({ invoices, status }: ManyStatuses): Promise<unknown> =>
  act(
    () =>
      inCalls(invoices, mostInvoices, (some) =>
        commandAnswered('POST /api/invoices/status', { body: { ids: some.map(({ id }) => id), status } }),
      ),
    {
      done: (outcome) => outcomeWords(`marked as ${status}`, outcome, invoices),
      failed: 'Update Failed',
    },
  );

/** Newest first, so that one that refunds a lesson of another goes before it. */
export const deleteMany = (invoices: readonly Invoice[], onSaved: () => void): Promise<unknown> =>
  act(
    () =>
      inCalls(
        invoices.toSorted((a, b) => (a.invoiceNumber < b.invoiceNumber ? 1 : -1)),
        mostInvoices,
        (some) => commandAnswered('POST /api/invoices/delete', { body: { ids: some.map(({ id }) => id) } }),
      ),
    { onSaved, done: (outcome) => outcomeWords('deleted', outcome, invoices), failed: 'Delete Failed' },
  );

/** Queues an email with each invoice to its address. @param onSaved called with what became of them, before the lists show it */
export const useSendMany = ({ sendsMail, sender }: Sending, onSaved: (outcome: Outcome) => void) =>
  useAction(
    async (mails: readonly { readonly id: string; readonly to: string }[]) => {
      const { calls } = await named(sender);
      const done = await inCalls(mails, mostMails, (some) =>
        commandAnswered('POST /api/invoices/send', { body: { invoices: [...some] } }),
      );
      return { ...done, calls: [...calls, ...done.calls] };
    },
    {
      onSaved: (outcome) => {
        const { length } = outcome.done;
        if (length > 0)
          toast(
            sendsMail
              ? { title: `${counted(length, 'email')} queued` }
              : { title: `Prepared for ${counted(length, 'family')}`, description: 'This server sends no mail.' },
          );
        onSaved(outcome);
      },
      done: null,
      failed: null,
      isFinal: true,
    },
  );

type NewRate = { readonly student: Student; readonly perLessonRate?: number; readonly monthlyRate?: number };

export const useSetRate = (onFailed: (reason: string) => void) =>
  useAction(
    ({ student, ...rates }: NewRate) =>
      command('PUT /api/students/:id', { params: { id: student.id }, body: { ...rates, revision: student.revision } }),
    {
      done: (_, { student }) => ({ title: 'Rate set', description: nameOf(student) }),
      failed: ({ message }) => {
        onFailed(message);
        return null;
      },
    },
  );

/** One PDF file of one invoice, or of several in this order. */
export const useDownloadPdf = () => {
  const { busy, download } = useDownload('The PDF could not be downloaded');
  const start = (invoices: readonly Invoice[], first: Invoice): void => {
    if (invoices.length === 1)
      download(
        () => fetchFile('GET /api/invoices/:id/pdf', { params: { id: first.id } }),
        `${first.invoiceNumber}.pdf`,
      );
    else
      download(
        () => fetchFile('GET /api/invoices.pdf', { query: { ids: invoices.map(({ id }) => id).join(',') } }),
        'invoices.pdf',
      );
  };
  return {
    busy,
    download: (invoices: readonly Invoice[]): void => {
      const [first] = invoices;
      if (!first) return;
      if (invoices.length > mostPdfs)
        toast({ title: `One file holds at most ${mostPdfs} invoices.`, description: 'Select fewer.' });
      else void underName('Save and Download', () => start(invoices, first));
    },
  };
};
