import type { Invoice } from '@rondo/contracts/api/billing.ts';
import type { Student } from '@rondo/contracts/api/people/students.ts';
import { CallFailed } from '../../api/call-failed.ts';
import { CatchingUp, command } from '../../api/client.ts';
import { send, useAction, useCommand } from '../../api/commands/command.ts';
import { fetchFile } from '../../api/download.ts';
import { counted } from '../../lib/texts.ts';
import { useDownload } from '../../ui/download-button.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { nameOf } from '../students/roster.ts';
import { studentLabel } from './model/words.ts';
import type { InvoiceRun } from './queries.ts';

/** @param onSaved called with their ids as soon as the invoices exist, before the lists show them */
export const useGenerateInvoices = (onSaved: (ids: readonly string[]) => void) =>
  useAction((run: InvoiceRun) => command('POST /api/invoices/generate', { body: run }), {
    onSaved: (answer) => onSaved(answer instanceof CatchingUp ? [] : answer.map(({ id }) => id)),
    done: (answer) => {
      const names = answer instanceof CatchingUp ? [] : answer.map(({ studentName }) => studentName);
      if (names.length === 0) return 'Invoices created';
      return { title: `${counted(names.length, 'invoice')} created`, description: studentLabel(names) };
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
        description: `${invoice.studentName}, ${invoice.invoiceNumber}`,
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
export const deleteInvoice = ({ id, studentName, invoiceNumber }: Invoice, onSaved: () => void) =>
  send(
    'DELETE /api/invoices/:id',
    { params: { id } },
    {
      onSaved,
      done: { title: 'Invoice deleted', description: `${studentName}, ${invoiceNumber}` },
      failed: (error) => ({ title: 'Delete Failed', description: deletionFailure(error) }),
    },
  );

export const useSetNotes = () => useCommand('PATCH /api/invoices/:id', { done: 'Notes saved', failed: null });

/** Queues an email. Its outcome follows: the invoice says what became of it. */
export const useSendInvoice = ({ id, invoiceNumber }: Invoice, onSaved: () => void) =>
  useAction((email: string) => command('POST /api/invoices/:id/send', { params: { id }, body: { email } }), {
    onSaved: (_, email) => {
      toast({ title: 'Email queued', description: `${invoiceNumber} to ${email}` });
      onSaved();
    },
    done: null,
    failed: null,
    isFinal: true,
  });

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
  return {
    busy,
    download: (invoices: readonly Invoice[]): void => {
      const [first] = invoices;
      if (!first) return;
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
    },
  };
};
