import { z } from 'zod';
import { recordedOutcome } from '../../policy/policy.ts';
import { endpoint } from '../endpoint.ts';
import { dateText, id } from '../shapes.ts';

/** What one student can be billed for in a period. Amounts are in the studio's currency, with two decimals. */
const billingRow = z.object({
  studentId: id,
  studentName: z.string(),
  /** The family that pays; null where the student does. */
  householdId: id.nullable(),
  /** Lessons of the period that no invoice bills yet, cancelled ones included. */
  lessonCount: z.number(),
  /** What of each is given back on the invoice; `outcome`: what was decided of it, null without a policy. */
  cancelledLessons: z.array(
    z.object({ lessonDate: z.string(), refund: z.number(), outcome: recordedOutcome.nullable() }),
  ),
  /** Closed dates of the period, which are not billed. */
  closedDates: z.array(z.string()),
  /** Lessons on earlier invoices that no longer take place. */
  refundsSinceLastInvoice: z.number(),
  refundAmount: z.number(),
  /** Lessons on earlier invoices that cost more than has been charged for them. */
  corrections: z.number(),
  correctionAmount: z.number(),
  /** Charges that wait up to the end of the period. */
  charges: z.number(),
  chargeAmount: z.number(),
  /** Lessons of the period that are on an invoice already. */
  alreadyBilled: z.number(),
  /** Lessons before the period that no invoice bills. */
  earlierUnbilled: z.number(),
  /** The months to charge, YYYY-MM. */
  months: z.array(z.string()),
  /** The total of the invoice. */
  amount: z.number(),
  warnings: z.array(z.string()),
  /** The numbers of the invoices that bill lessons or months of the period already. */
  billedOn: z.array(z.string()),
});

const flag = z.enum(['true', 'false']).optional();
const period = z.object({
  startDate: dateText,
  endDate: dateText,
  includeRefundsSinceLastInvoice: flag,
  /** Also students who have nothing left to bill because invoices bill the period already. */
  includeBilled: flag,
});

export const studioBilling = endpoint({
  method: 'GET',
  path: '/api/lessons/billing/studio',
  summary: 'What can be billed in a period, one row per student with something to bill.',
  query: period,
  response: z.array(billingRow),
  reads: ['billing', 'lessons', 'invoices', 'households', 'timeoff'],
});

export const teacherBilling = endpoint({
  method: 'GET',
  path: '/api/lessons/billing/:teacherId',
  summary: 'The same for one teacher’s lessons.',
  params: z.object({ teacherId: id }),
  query: period,
  response: z.array(billingRow),
  reads: ['billing', 'lessons', 'invoices', 'households', 'timeoff'],
});
