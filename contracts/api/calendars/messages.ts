import { z } from 'zod';
import { messageKinds, messageStates } from '../../events/schedule/messages.ts';
import { endpoint } from '../endpoint.ts';
import { id, instant } from '../shapes.ts';

// Mail to families, and whether this server is set up for it.

/** The name above all mail to families is missing. */
export const mailSenderMissing = "Enter your name or your studio's name first: mail comes from it.";
export const noMailServer = 'This server sends no mail.';

const setup = z.object({
  /** False: mail is saved as files. */
  sends: z.boolean(),
  /** "Whitfield Strings <post@rondo.example>". */
  from: z.string(),
  /** The studio’s own address, to which answers go. */
  replyTo: z.string().nullable(),
  publicUrl: z.string().nullable(),
  /** The last test mail, and when its code came back. */
  test: z.object({ sentAt: z.string().nullable(), confirmedAt: z.string().nullable() }),
  /** What keeps mail from families, or makes it less useful. */
  problems: z.array(z.string()),
});
export type MessagesSetup = z.infer<typeof setup>;

export const getMessagesSetup = endpoint({
  method: 'GET',
  path: '/api/messages/setup',
  summary: 'How this server mails families, and what is missing.',
  response: setup,
  reads: ['users', 'testMails'],
});

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/api/messages/test',
  summary: 'Mails the signed-in user a code of six digits. Entering it confirms the address of the account.',
  limit: { perPlace: 60 },
  response: setup,
  writes: ['testMails'],
});

const codeMissing = 'Please enter the six digits of the code.';

export const confirmTestMail = endpoint({
  method: 'POST',
  path: '/api/messages/test/confirm',
  summary: 'Enters the code of the last test mail: five times at most, within an hour.',
  secret: true,
  limit: { perPlace: 60 },
  body: z.strictObject({
    code: z
      .string(codeMissing)
      .trim()
      .regex(/^\d{6}$/, codeMissing),
  }),
  response: setup,
  writes: ['testMails', 'users', 'confirmationLinks'],
});

const message = z.object({
  id,
  kind: z.enum(messageKinds),
  recipientId: id,
  recipient: z.string(),
  /** Null once the recipient is no longer there, and of teachers. */
  familyId: id.nullable(),
  /** Null once the recipient is no longer there. */
  email: z.string().nullable(),
  students: z.array(z.string()),
  state: z.enum(messageStates),
  /** Why it has not been sent. */
  because: z.string().nullable(),
  /** The mail server does not know the address, which is still the recipient's. */
  refused: z.boolean(),
  subject: z.string().nullable(),
  /** As it was mailed; secrets are "[link]". */
  text: z.string().nullable(),
  dueAt: z.string(),
  queuedAt: z.string(),
  /** When it was sent, or came to its end otherwise. */
  endedAt: z.string().nullable(),
});
export type Message = z.infer<typeof message>;

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/messages',
  summary: 'The mail to families and what became of it, the newest first.',
  query: z.object({
    kind: z.enum(messageKinds).optional(),
    state: z.enum(messageStates).optional(),
    studentId: id.optional(),
    /** The id of the last message before those. */
    before: id.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    entries: z.array(message),
    /** The `before` of those that follow; null: there are no more. */
    next: id.nullable(),
    /** How many were sent today, and for how many the mail server knew no such address. */
    today: z.object({ sent: z.number().int(), refused: z.number().int() }),
  }),
  reads: ['messages', 'households', 'students', 'feeds', 'studios', 'teachers'],
});

export const previewMessages = endpoint({
  method: 'GET',
  path: '/api/messages/preview',
  summary: 'What would be mailed next, also while its switch is off, and who would get nothing.',
  query: z.object({ kind: z.enum(['reminder', 'change', 'pastDue']) }),
  response: z.object({
    on: z.boolean(),
    messages: z.array(
      z.object({
        recipient: z.string(),
        email: z.string(),
        familyId: id,
        students: z.array(z.string()),
        dueAt: z.string(),
        subject: z.string(),
        text: z.string(),
        /** It goes only when someone has looked and sends it. */
        held: z.boolean(),
      }),
    ),
    without: z.array(
      z.object({
        students: z.array(z.string()),
        name: z.string(),
        phone: z.string().nullable(),
        /** What the message would say. */
        text: z.string(),
        because: z.string(),
      }),
    ),
    /** How many changes the messages are about; null for other mail. */
    changes: z.number().int().nullable(),
    /** The moment up to which mail about changes tells everything; null for other mail. */
    until: z.string().nullable(),
  }),
  reads: [
    'messages',
    'households',
    'students',
    'feeds',
    'lessons',
    'timeoff',
    'invoices',
    'calendarAddresses',
    'studios',
    'teachers',
    'history',
  ],
});

export const sendChanges = endpoint({
  method: 'POST',
  path: '/api/messages/changes',
  summary: 'Mails families what has changed, now, also where their mail waits until someone looks.',
  body: z.strictObject({
    familyIds: z
      .array(id, 'Please select at least one family.')
      .min(1, 'Please select at least one family.')
      .max(300, 'Please select at most 300 families.'),
    /** When it was looked at; a family with later changes gets no mail. */
    until: instant,
  }),
  response: z.object({
    done: z.array(z.string()),
    failed: z.array(z.object({ id: z.string(), message: z.string() })),
  }),
  updates: ['messages'],
  writes: ['confirmationLinks'],
});
