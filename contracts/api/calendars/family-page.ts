import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gets } from '../people/households.ts';
import { calendarDay, ownEmail, success } from '../shapes.ts';
import { familyRequest } from './family-requests.ts';

// What a family's page shows. Nothing in it names another family or has an id: a `ref` is a text of one link alone.

const ref = z.string();
const can = z.object({ cancel: z.boolean(), request: z.boolean() });

export const familyLesson = z.object({
  ref,
  student: z.string(),
  date: calendarDay,
  startTime: z.string(),
  endTime: z.string(),
  /** How late the teacher said to be today. */
  estimate: z.object({ minutes: z.number(), startTime: z.string() }).nullable(),
  teacher: z.string(),
  /** Null: at home. */
  place: z.string().nullable(),
  status: z.enum(['scheduled', 'cancelled', 'closed']),
  /** Why it is closed. */
  reason: z.string().nullable(),
  /** Where it was before it was moved. */
  was: z.object({ date: calendarDay, startTime: z.string() }).nullable(),
  /** Who cancelled it. */
  by: z.enum(['family', 'teacher']).nullable(),
  can,
  request: familyRequest.nullable(),
});
export type FamilyLesson = z.infer<typeof familyLesson>;

const pastLesson = z.object({
  student: z.string(),
  date: calendarDay,
  startTime: z.string(),
  endTime: z.string(),
  teacher: z.string(),
  status: z.enum(['taught', 'absent', 'cancelled', 'closed']),
  reason: z.string().nullable(),
  by: z.enum(['family', 'teacher']).nullable(),
});

const familyPageNote = z.object({
  student: z.string(),
  date: calendarDay,
  text: z.string(),
  /** The day on which its text was changed after it was shared. */
  editedOn: calendarDay.nullable(),
});
export type FamilyPageNote = z.infer<typeof familyPageNote>;

const familyInvoice = z.object({
  ref,
  number: z.string(),
  from: calendarDay,
  to: calendarDay,
  students: z.array(z.string()),
  sentAt: z.string().nullable(),
  paidOn: calendarDay.nullable(),
  dueDate: calendarDay.nullable(),
  total: z.number(),
  open: z.number(),
  currency: z.string(),
  status: z.enum(['sent', 'paid', 'overdue']),
  pdf: z.string(),
});
export type FamilyInvoice = z.infer<typeof familyInvoice>;

/** What is mailed to this address. */
const familyMail = z.object({
  email: z.string(),
  /** Null where the studio sends this address none. */
  reminders: z.boolean().nullable(),
  /** Null for who gets invoices alone. */
  notes: z.boolean().nullable(),
  /** False: nothing but invoices, and what the family asks for. */
  all: z.boolean(),
});

const familyQuestion = z.object({
  ref,
  text: z.string(),
  /** Until when an answer counts. */
  until: z.string(),
  /** Null while the family has not answered. */
  answer: z.enum(['yes', 'no']).nullable(),
});
export type FamilyQuestion = z.infer<typeof familyQuestion>;

export const familyPage = z.object({
  studio: z.object({ name: z.string().nullable(), phone: z.string().nullable(), email: z.string().nullable() }),
  recipient: z.object({ name: z.string(), gets }),
  timeZone: z.string(),
  /** The day in that zone. */
  today: calendarDay,
  students: z.array(z.object({ name: z.string(), calendarUrl: z.string().nullable() })),
  /** From today on for 8 weeks. */
  lessons: z.array(familyLesson),
  closures: z.array(
    z.object({ from: calendarDay, to: calendarDay, reason: z.string().nullable(), students: z.array(z.string()) }),
  ),
  /** The newest first, since the last term that has begun. */
  past: z.array(pastLesson),
  pastFrom: calendarDay,
  /** What is shared with the family, the newest first. */
  notes: z.array(familyPageNote),
  /** What the teacher asks before lessons of a day change; only while the question is open. */
  asked: z.array(familyQuestion),
  owed: z.array(
    z.object({
      ref,
      student: z.string(),
      date: calendarDay,
      duration: z.number(),
      until: calendarDay.nullable(),
      can: z.object({ request: z.boolean() }),
      request: familyRequest.nullable(),
    }),
  ),
  /** The cancellation policy, a sentence each. */
  policy: z.array(z.string()),
  /** The newest first. */
  invoices: z.array(familyInvoice),
  /** Such as "Owes $178.50"; null for who gets no invoices. */
  balance: z.string().nullable(),
  /** Null without an address. */
  mail: familyMail.nullable(),
  can,
  /** Proves, sent as `Rondo-Proof`, that a write comes from the page. */
  proof: z.string(),
});
export type FamilyPage = z.infer<typeof familyPage>;

export const openFamilyPage = endpoint({
  method: 'POST',
  path: '/api/family/session',
  summary: 'Opens a family’s page by the secret of its link, and remembers the link in a cookie.',
  access: 'anyone',
  secret: true,
  body: z.strictObject({ k: z.string() }),
  response: familyPage,
});

export const closeFamilyPage = endpoint({
  method: 'DELETE',
  path: '/api/family/session',
  summary: 'Forgets the link on this device.',
  access: 'anyone',
  response: success,
});

export const getFamilyPage = endpoint({
  method: 'GET',
  path: '/api/family',
  summary: 'The page of the family whose link this browser has opened.',
  access: 'family',
  response: familyPage,
  reads: [
    'households',
    'students',
    'teachers',
    'feeds',
    'timeoff',
    'invoices',
    'billing',
    'day',
    'familynotes',
    'messages',
    'calendarAddresses',
  ],
});

export const mailLostLink = endpoint({
  method: 'POST',
  path: '/api/family/lost',
  summary:
    'Mails the links of the pages that belong to an address; the answer is the same, and as fast, for an unknown one.',
  access: 'anyone',
  limit: { perPlace: 20 },
  body: z.strictObject({ email: ownEmail }),
  response: z.object({ message: z.string() }),
});

export const changeFamilyMail = endpoint({
  method: 'PATCH',
  path: '/api/family/mail',
  summary: 'Stops a kind of mail to the family’s address, or lets it come again. Only the family can.',
  access: 'family',
  body: z
    .strictObject({
      reminders: z.boolean().optional(),
      notes: z.boolean().optional(),
      all: z.boolean().optional(),
    })
    .refine((body) => Object.values(body).some((one) => one !== undefined), 'Please choose what to change.'),
  response: familyMail,
  updates: ['messages', 'notifications'],
});

export const answerAsked = endpoint({
  method: 'POST',
  path: '/api/family/asked/:ref',
  summary: 'Answers what the teacher asks before lessons of a day change: the last yes moves them.',
  access: 'family',
  params: z.object({ ref: z.string() }),
  body: z.strictObject({ answer: z.enum(['yes', 'no'], 'The answer must be yes or no.') }),
  response: success,
  updates: ['lessons', 'feeds', 'history'],
});

export const familyInvoicePdf = endpoint({
  method: 'GET',
  path: '/api/family/invoices/:ref/pdf',
  summary: 'One of the family’s invoices as a PDF file.',
  access: 'family',
  slow: true,
  params: z.object({ ref: z.string() }),
  response: z.string(),
  reads: ['households', 'invoices', 'lessons', 'history', 'timeoff', 'calendarAddresses'],
});
