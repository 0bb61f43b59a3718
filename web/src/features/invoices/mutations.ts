import type { Invoice } from '@rondo/contracts/api/billing.ts';
import type { Student } from '@rondo/contracts/api/students.ts';
import { useMutation } from '@tanstack/react-query';
import { CallFailed } from '../../api/call-failed.ts';
import { CatchingUp, command } from '../../api/client.ts';
import { fetchFile, saveFile } from '../../api/download.ts';
import { invalidate } from '../../api/queries.ts';
import { counted } from '../../lib/texts.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { announce } from '../../api/undo/undo.ts';
import { studentLabel } from './model/words.ts';
import { nameOf } from '../students/roster.ts';
import type { InvoiceRun } from './queries.ts';

const sayFailed = (title: string, description: string): void => toast({ title, description, tone: 'destructive' });

/** @param onDone called with their ids as soon as the invoices exist, before the lists show them */
export const useGenerateInvoices = (onDone: (ids: readonly string[]) => void) =>
  useMutation({
    mutationFn: (run: InvoiceRun) => command('POST /api/invoices/generate', { body: run }),
    onSuccess: ({ answer, batchId }) => {
      const made = answer instanceof CatchingUp ? [] : answer;
      onDone(made.map(({ id }) => id));
      const names = made.map(({ studentName }) => studentName);
      const title = names.length === 0 ? 'Invoices created' : `${counted(names.length, 'invoice')} created`;
      announce({ title, ...(names.length > 0 ? { description: studentLabel(names) } : {}) }, batchId);
      return invalidate('GET /api/invoices');
    },
    onError: ({ message }) => sayFailed('Error', message),
  });

type Status = Exclude<Invoice['status'], 'draft'>;

export const useSetStatus = () =>
  useMutation({
    mutationFn: ({ invoice, status }: { readonly invoice: Invoice; readonly status: Status }) =>
      command('PUT /api/invoices/:id/status', { params: { id: invoice.id }, body: { status } }),
    onSuccess: async ({ batchId }, { invoice, status }) => {
      await invalidate('GET /api/invoices');
      announce(
        { title: `Marked as ${status}`, description: `${invoice.studentName}, ${invoice.invoiceNumber}` },
        batchId,
      );
    },
    onError: async () => {
      sayFailed('Update Failed', 'Failed to update invoice status');
      await invalidate('GET /api/invoices');
    },
  });

/** "Failed to delete invoice: 409. INV-2026-0002 refunds a lesson of this invoice. Delete that one first." */
const deletionFailure = (error: Error): string =>
  error instanceof CallFailed && error.status !== 0
    ? `Failed to delete invoice: ${error.status}. ${error.message}`
    : error.message;

/** @param onDone called as soon as the invoice is deleted, before the lists show it */
export const useDeleteInvoice = (onDone: () => void) =>
  useMutation({
    mutationFn: (invoice: Invoice) => command('DELETE /api/invoices/:id', { params: { id: invoice.id } }),
    onSuccess: async ({ batchId }, { studentName, invoiceNumber }) => {
      onDone();
      await invalidate('GET /api/invoices');
      announce({ title: 'Invoice deleted', description: `${studentName}, ${invoiceNumber}` }, batchId);
    },
    onError: async (error) => {
      sayFailed('Delete Failed', deletionFailure(error));
      await invalidate('GET /api/invoices');
    },
  });

export const useSetNotes = (id: string) =>
  useMutation({
    mutationFn: (body: { readonly notes: string; readonly revision: string }) =>
      command('PATCH /api/invoices/:id', { params: { id }, body }),
    onSuccess: async ({ batchId }) => {
      await invalidate('GET /api/invoices');
      announce({ title: 'Notes saved' }, batchId);
    },
    // Another window may have changed or deleted it.
    onError: () => invalidate('GET /api/invoices'),
  });

/** Queues an email. Its outcome follows: the invoice says what became of it. */
export const useSendInvoice = (id: string) =>
  useMutation({
    mutationFn: (email: string) => command('POST /api/invoices/:id/send', { params: { id }, body: { email } }),
    onSuccess: () => invalidate('GET /api/invoices'),
    // A refusal may have sent a link to confirm the own address.
    onError: () => invalidate('GET /api/user/email-confirmation'),
  });

export const useSetRate = () =>
  useMutation({
    mutationFn: ({
      student,
      ...rates
    }: {
      readonly student: Student;
      readonly perLessonRate?: number;
      readonly monthlyRate?: number;
    }) =>
      command('PUT /api/students/:id', { params: { id: student.id }, body: { ...rates, revision: student.revision } }),
    onSuccess: async ({ batchId }, { student }) => {
      await invalidate('GET /api/students', 'GET /api/invoices', 'GET /api/lessons/billing/studio');
      announce({ title: 'Rate set', description: nameOf(student) }, batchId);
    },
    onError: () => invalidate('GET /api/students'),
  });

/** One PDF file of one invoice, or of several in this order. */
export const useDownloadPdf = () =>
  useMutation({
    mutationFn: async (invoices: readonly Invoice[]) => {
      const [first] = invoices;
      if (!first) return;
      const file =
        invoices.length === 1
          ? await fetchFile('GET /api/invoices/:id/pdf', { params: { id: first.id } })
          : await fetchFile('GET /api/invoices.pdf', { query: { ids: invoices.map(({ id }) => id).join(',') } });
      saveFile(file, invoices.length === 1 ? `${first.invoiceNumber}.pdf` : 'invoices.pdf');
    },
    onError: ({ message }) => sayFailed('The PDF could not be downloaded', message),
  });

/** The list as a file for spreadsheets. */
export const useDownloadCsv = () =>
  useMutation({
    mutationFn: async (teacherId: string | null) =>
      saveFile(
        await fetchFile('GET /api/invoices.csv', { query: teacherId === null ? {} : { teacherId } }),
        'invoices.csv',
      ),
    onError: ({ message }) => sayFailed('The CSV file could not be downloaded', message),
  });
