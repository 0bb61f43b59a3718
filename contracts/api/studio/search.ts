import { z } from 'zod';
import { longestSearch } from '../../people/search-words.ts';
import { endpoint } from '../endpoint.ts';
import { id } from '../shapes.ts';

const place = {
  address: z.string().nullable(),
  city: z.string().nullable(),
  zipCode: z.string().nullable(),
  phone: z.string().nullable(),
};

const found = z.object({
  students: z.array(
    z.object({
      id,
      name: z.string(),
      ...place,
      /** The names of the assigned teachers, preferred ones first. */
      teachers: z.array(z.string()),
    }),
  ),
  teachers: z.array(z.object({ id, name: z.string(), ...place })),
  families: z.array(
    z.object({
      id,
      name: z.string(),
      /** The names of the students, by name. */
      students: z.array(z.string()),
      /** "Owes $178.50". */
      balance: z.string(),
    }),
  ),
  invoices: z.array(
    z.object({
      id,
      invoiceNumber: z.string(),
      studentId: id,
      studentName: z.string(),
      /** Whose invoice it is: the student, or the family with its students. */
      payer: z.string(),
      /** In the invoice's currency, with two decimals. */
      total: z.number(),
      currency: z.string(),
      status: z.enum(['draft', 'sent', 'paid', 'overdue']),
      billingPeriodStart: z.string(),
      billingPeriodEnd: z.string(),
    }),
  ),
});
export type Found = z.infer<typeof found>;

export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  summary:
    'Students and teachers by the beginnings of their names, by address and by phone, families also by their contacts, and invoices by number: at most eight each, best first.',
  query: z.object({
    q: z
      .string('Please enter what to search for.')
      .trim()
      .min(1, 'Please enter what to search for.')
      .max(longestSearch, `A search can have at most ${longestSearch} characters.`),
  }),
  response: found,
  reads: ['students', 'teachers', 'households', 'invoices', 'lessons', 'timeoff'],
});
