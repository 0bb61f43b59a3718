import { z } from 'zod';
import { mostPdfs } from '../money/invoice-limits.ts';
import { creditedPrint } from '../events/billing/invoice-print.ts';
import { closureMoney } from '../calendar/closures/closures.ts';
import { attended } from '../policy/attendance.ts';
import { cancellation } from '../policy/policy.ts';
import { endpoint } from './endpoint.ts';
import { paidOfInvoice } from './payments.ts';
import {
  asOfQuery,
  clearableText,
  dateText,
  otherEmail,
  id,
  idParams,
  revision,
  seenRevision,
  success,
} from './shapes.ts';

/** A billed or refunded date: where an amount comes from. */
const invoiceEntry = z.object({
  studentId: id,
  lessonId: id,
  /** `covered`: its month is charged, so the date itself costs nothing; `rate` is what its cancellation gives back at most. */
  kind: z.enum(['lesson', 'covered']),
  /** The invoice that bills it, if that is an earlier one. */
  billedOn: z.string().nullable(),
  date: z.string(),
  /** The date of its series; another one than `date` if it was moved before it was billed. */
  originalDate: z.string(),
  /** The date to which it was moved after it was billed. */
  movedTo: z.string().nullable(),
  startTime: z.string(),
  duration: z.number(),
  teacherId: id,
  rate: z.number(),
  /** What this invoice gives back for it; null if nothing. */
  refund: z.number().nullable(),
  /** The number of the later invoice that gives it back. */
  refundedOn: z.string().nullable(),
  /** `cancelled` or `deleted` if this invoice refunds it, or if it no longer takes place now. */
  status: z.enum(['scheduled', 'cancelled', 'deleted']),
  cancelledAt: z.string().nullable(),
  /** The name of the user who cancelled it. */
  cancelledBy: z.string().nullable(),
  /** Hours from the cancellation to the start of the lesson; negative if it was cancelled afterwards. */
  noticeHours: z.number().nullable(),
  /** What this invoice charges for it after an earlier one gave it back or a part of it; null if nothing. */
  corrected: z.number().nullable(),
  /** The number of the later invoice that does so. */
  correctedOn: z.string().nullable(),
  /** What the next invoice can give back for it. */
  toRefund: z.number(),
  /** Who cancelled it and what that comes to: as it was decided on, else as it is now. */
  cancellation: cancellation.nullable(),
  /** What closes it. */
  closure: z.object({ closureId: z.string(), reason: z.string().nullable(), money: z.enum(closureMoney) }).nullable(),
  /** Who was there, of a date that takes place: as it was decided on, else as it is now. Null: nothing is recorded. */
  attendance: attended.nullable(),
  minutesLate: z.number().int(),
  /** Whole percent of the price that an absence costs; null of any other date. */
  absenceCharge: z.number().nullable(),
  /** The first day of the policy by which its cancellation was decided. */
  policyFrom: z.string().nullable(),
});
export type InvoiceEntry = z.infer<typeof invoiceEntry>;

const invoice = z.object({
  id,
  userId: z.string(),
  teacherId: id.nullable(),
  /** The first of `students`. */
  studentId: id,
  studentName: z.string(),
  /** A block for each student, in order of name. */
  students: z.array(
    z.object({
      studentId: id,
      name: z.string(),
      /** With `charges`. */
      subtotal: z.number(),
      refunds: z.number(),
      charges: z.number(),
      total: z.number(),
    }),
  ),
  /** The payer's name on the invoice, where another one was printed than the present name. */
  printedName: z.string().optional(),
  invoiceNumber: z.string(),
  billingPeriodStart: z.string(),
  billingPeriodEnd: z.string(),
  subtotal: z.number(),
  refunds: z.number(),
  /** Negative: a credit. */
  total: z.number(),
  /** ISO 4217: the studio's currency when the invoice was generated. */
  currency: z.string(),
  status: z.enum(['draft', 'sent', 'paid', 'overdue']),
  notes: z.string().nullable(),
  /** Null in a preview. */
  pdfUrl: z.string().nullable(),
  /** Empty in a preview. */
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  paidAt: z.string().nullable(),
  /** By when to pay; null until it is sent. */
  dueDate: z.string().nullable(),
  /** True after the due date while something of it is open. */
  pastDue: z.boolean(),
  ...paidOfInvoice,
  /** The last email with this invoice; null if there was none. */
  mail: z.enum(['queued', 'sent', 'failed']).nullable(),
  /** A sentence: why it is not sent yet, why it failed, or that this server sends no email. */
  mailDetail: z.string().nullable(),
  mailTo: z.string().nullable(),
  /** Since when that is the state of the mail. */
  mailAt: z.string().nullable(),
  items: z.array(
    z.object({
      invoiceId: id,
      studentId: id,
      teacherId: id.nullable(),
      /** Only of a charge. */
      chargeId: id.optional(),
      itemType: z.enum(['lesson', 'monthly', 'charge', 'refund']),
      description: z.string(),
      quantity: z.number(),
      rate: z.number(),
      amount: z.number(),
      lessonIds: z.array(id),
    }),
  ),
  /** Empty in a preview. */
  revision,
  /** Only of a preview. */
  warnings: z.array(z.string()).optional(),
  /** Every date that it bills or refunds; only of a preview and of an invoice that is read alone. */
  entries: z.array(invoiceEntry).optional(),
});
export type Invoice = z.infer<typeof invoice>;

const invoiceDetail = invoice.extend({
  entries: z.array(invoiceEntry),
  /** Everything that its pages say, as the PDF has it. */
  print: creditedPrint,
  /** Since when that never changes; null while it follows today's data. */
  keptAt: z.string().nullable(),
  /** That of the family's first contact who gets invoices, or else the address to which the last invoice of its students was sent, or else the student's own. */
  suggestedEmail: z.string().nullable(),
  /** False: emails are saved as files on the server. */
  sendsMail: z.boolean(),
});
export type InvoiceDetail = z.infer<typeof invoiceDetail>;

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/invoices',
  summary:
    'Invoices, newest first; with teacherId, those that bill or refund one of the teacher’s lessons; with asOf, as they were then.',
  query: asOfQuery.extend({ teacherId: id.optional() }),
  response: z.array(invoice),
  reads: ['invoices', 'lessons', 'households', 'timeoff'],
});

export const invoicesCsv = endpoint({
  method: 'GET',
  path: '/api/invoices.csv',
  expensive: true,
  slow: true,
  summary: 'The same as a CSV file, one row per invoice, or per lesson, month and refund.',
  query: z.object({ teacherId: id.optional(), rows: z.enum(['invoices', 'lessons']).optional() }),
  response: z.string(),
  reads: ['invoices', 'lessons', 'households', 'timeoff'],
});

export const getInvoice = endpoint({
  method: 'GET',
  path: '/api/invoices/:id',
  summary: 'An invoice with every date that it bills or refunds.',
  params: idParams,
  response: invoiceDetail,
  reads: ['invoices', 'lessons', 'history', 'students', 'billing', 'users', 'households', 'timeoff'],
});

export const generateInvoices = endpoint({
  method: 'POST',
  path: '/api/invoices/generate',
  expensive: true,
  slow: true,
  summary: 'Creates one invoice per payer with something to bill in a period; as a preview, writes nothing.',
  body: z.object({
    teacherId: z
      .union([id, z.literal('')])
      .nullish()
      .transform((text) => (text === '' || text === undefined ? null : text)),
    billingPeriodStart: dateText,
    billingPeriodEnd: dateText,
    selectedStudentIds: z.array(id).min(1, 'Please select at least one student.').max(1000),
    includeRefundsSinceLastInvoice: z.boolean().default(false),
    includeCharges: z.boolean().default(true),
    preview: z.boolean().default(false),
  }),
  response: z.array(invoice),
  updates: ['invoices', 'history'],
  reads: ['billing', 'lessons', 'invoices', 'households', 'timeoff'],
});

export const newStatus = z.enum(['sent', 'paid', 'overdue'], 'The status must be sent, paid or overdue.');

export const setInvoiceStatus = endpoint({
  method: 'PUT',
  path: '/api/invoices/:id/status',
  summary: 'Marks an invoice sent, paid or overdue.',
  params: idParams,
  body: z.object({ status: newStatus }),
  response: invoice,
  updates: ['invoices', 'history'],
});

export const setInvoiceNotes = endpoint({
  method: 'PATCH',
  path: '/api/invoices/:id',
  summary: 'Changes the notes of an invoice; null or empty text clears them.',
  params: idParams,
  body: z.object({ notes: clearableText(2000), revision: seenRevision.optional() }),
  response: invoice,
  updates: ['invoices', 'history'],
});

export const deleteInvoice = endpoint({
  method: 'DELETE',
  path: '/api/invoices/:id',
  summary: 'Deletes an invoice; its lessons can be billed again.',
  params: idParams,
  response: success,
  updates: ['invoices', 'history'],
});

export const invoicePdf = endpoint({
  method: 'GET',
  path: '/api/invoices/:id/pdf',
  slow: true,
  summary: 'The invoice as a PDF file.',
  params: idParams,
  response: z.string(),
  reads: ['invoices', 'lessons', 'history', 'households', 'timeoff'],
});

export const invoicesPdf = endpoint({
  method: 'GET',
  path: '/api/invoices.pdf',
  expensive: true,
  slow: true,
  summary: 'Several invoices as one PDF file, in the order of their ids, which are separated by commas.',
  query: z.object({
    ids: z
      .string('Please name at least one invoice.')
      .transform((text) => [...new Set(text.split(',').filter((one) => one !== ''))])
      .pipe(
        z
          .array(id)
          .min(1, 'Please name at least one invoice.')
          .max(mostPdfs, `One file holds at most ${mostPdfs} invoices.`),
      ),
  }),
  response: z.string(),
  reads: ['invoices', 'lessons', 'history', 'households', 'timeoff'],
});

export const sendInvoice = endpoint({
  method: 'POST',
  path: '/api/invoices/:id/send',
  limit: { perPlace: 1000 }, // Above what one studio may send, which is refused with its own sentence.
  summary: 'Queues an email with the invoice as a PDF file. The invoice is sent once a mail server has accepted it.',
  params: idParams,
  body: z.object({ email: otherEmail }),
  response: invoice,
  updates: ['invoices', 'history'],
  writes: ['confirmationLinks'],
});
