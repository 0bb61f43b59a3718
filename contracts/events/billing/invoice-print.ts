import { z } from 'zod';
import { payLink } from '../../money/pay-link.ts';
import { isoDate } from '../fields.ts';

const texts = z.array(z.string()).readonly();
const pair = z.tuple([z.string(), z.string()]).readonly();
const pairs = z.array(pair).readonly();

/** Everything that an invoice's pages say, as plain texts, and by when it asks to be paid. */
export const invoicePrint = z.object({
  number: z.string(),
  /** Epoch milliseconds. */
  createdAt: z.number(),
  paper: z.enum(['LETTER', 'A4']),
  studioName: z.string(),
  contact: texts,
  /** The student's name, or that of the family and of its contact, then the address line by line. */
  billedTo: texts,
  facts: pairs,
  due: z.object({ label: z.string(), amount: z.string(), by: z.string() }),
  heading: z.string(),
  lines: z.array(z.object({ text: z.string(), detail: z.string(), rate: z.string(), amount: z.string() })).readonly(),
  /** Of a family's invoice, whose lines follow one another by child: how many each has, and their sum where there are several. */
  children: z
    .array(z.object({ name: z.string(), lines: z.number().int().min(0), total: pair.nullable() }))
    .readonly()
    .default([]),
  sums: pairs,
  total: pair,
  sections: pairs,
  /** The day that `due` names; null where it names a number of days or nothing. */
  dueOn: isoDate.nullable(),
  /** Days from sending to the day by which to pay. */
  termsDays: z.number().int().min(0),
  /** The studio's pay link, to be filled in; null for what was kept before there was one. */
  payLink: payLink.nullable().default(null),
});
export type InvoicePrint = Readonly<z.output<typeof invoicePrint>>;

/** The same with what follows from the credit that it was issued with. */
export const creditedPrint = invoicePrint.extend({
  /** The credit and what is left to pay, below the total; absent where no credit was applied. */
  credit: pairs.optional(),
  /** The link by which to pay what is left; absent without a pay link, and where nothing is to pay. */
  payOnline: z.string().optional(),
});
export type CreditedPrint = Readonly<z.output<typeof creditedPrint>>;

/** What is kept of it: the rest follows from the invoice. */
export const keptPrint = ({ credit: _credit, payOnline: _link, ...print }: CreditedPrint): InvoicePrint => print;
