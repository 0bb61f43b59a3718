import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dateText, id, idParams, success } from './shapes.ts';

const notBuilt = 'Invoicing is not available yet.';

const billingRow = z.object({
  studentId: id,
  /** Lessons of the period, cancelled ones included. */
  lessonCount: z.number(),
  cancelledLessons: z.array(z.object({ lessonDate: z.string() })),
  refundsSinceLastInvoice: z.number(),
});

const period = z.object({
  startDate: dateText,
  endDate: dateText,
  includeRefundsSinceLastInvoice: z.enum(['true', 'false']).optional(),
});

export const studioBilling = endpoint({
  method: 'GET',
  path: '/api/lessons/billing/studio',
  summary: 'What can be billed in a period, one row per student.',
  query: period,
  response: z.array(billingRow),
  notBuilt,
});

export const teacherBilling = endpoint({
  method: 'GET',
  path: '/api/lessons/billing/:teacherId',
  summary: 'The same for one teacher’s lessons.',
  params: z.object({ teacherId: id }),
  query: period,
  response: z.array(billingRow),
  notBuilt,
});

const invoice = z.object({
  id,
  userId: z.string(),
  teacherId: id.nullable(),
  invoiceNumber: z.string(),
  billingPeriodStart: z.string(),
  billingPeriodEnd: z.string(),
  subtotal: z.number(),
  refunds: z.number(),
  total: z.number(),
  status: z.enum(['draft', 'sent', 'paid', 'overdue']),
  notes: z.string().nullable(),
  pdfUrl: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  paidAt: z.string().nullable(),
  items: z.array(
    z.object({
      invoiceId: id,
      studentId: id,
      teacherId: id.nullable(),
      itemType: z.string(),
      description: z.string(),
      quantity: z.number(),
      rate: z.number(),
      amount: z.number(),
      lessonIds: z.array(id),
    }),
  ),
});

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/invoices',
  summary: 'Invoices, newest first.',
  query: z.object({ teacherId: id.optional() }),
  response: z.array(invoice),
  notBuilt,
});

export const generateInvoices = endpoint({
  method: 'POST',
  path: '/api/invoices/generate',
  summary: 'Creates one invoice per student for a period.',
  body: z.object({
    teacherId: id.nullable(),
    billingPeriodStart: dateText,
    billingPeriodEnd: dateText,
    selectedStudentIds: z.array(id).min(1, 'Please select at least one student.'),
    includeRefundsSinceLastInvoice: z.boolean().default(false),
  }),
  response: z.array(invoice),
  notBuilt,
});

export const setInvoiceStatus = endpoint({
  method: 'PUT',
  path: '/api/invoices/:id/status',
  summary: 'Marks an invoice sent, paid or overdue.',
  params: idParams,
  body: z.object({ status: z.enum(['sent', 'paid', 'overdue'], 'The status must be sent, paid or overdue.') }),
  response: invoice,
  notBuilt,
});

export const deleteInvoice = endpoint({
  method: 'DELETE',
  path: '/api/invoices/:id',
  summary: 'Deletes an invoice; its lessons can be billed again.',
  params: idParams,
  response: success,
  notBuilt,
});
