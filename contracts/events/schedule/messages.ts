import { z } from 'zod';
import { defineCategory, defineEvent, type EventOf } from '../event.ts';
import { id, instant } from '../fields.ts';

/** What goes by itself where it is turned on, unless someone clicks for it. */
export const automaticKinds = ['reminder', 'change', 'pastDue'] as const;

/**
 * What is mailed to families, and why: a receipt is of what a family did on its page. `teacher` is the mail to the lesson's teacher about that; its
 * recipient is the teacher.
 */
export const messageKinds = [...automaticKinds, 'note', 'link', 'receipt', 'teacher'] as const;
export type MessageKind = (typeof messageKinds)[number];

const automatic: ReadonlySet<MessageKind> = new Set(automaticKinds);

export const messageStates = ['queued', 'sent', 'failed', 'dropped'] as const;
export type MessageState = (typeof messageStates)[number];

/** True for mail that no one has clicked for. */
export const isAutomatic = ({ kind, clicked }: { readonly kind: MessageKind; readonly clicked: boolean }): boolean =>
  automatic.has(kind) && !clicked;

/** What a family can stop by itself: a kind of mail, or all but invoices and what it asks for. */
export const stopKinds = ['reminders', 'notes', 'all'] as const;
export type StopKind = (typeof stopKinds)[number];

const email = z.string().min(1).max(254);
const because = z.string().min(1).max(300);

/** The first version knew fewer kinds. */
const fewerStops = { version: 2, upcasters: { 1: (data: unknown) => data } };

/** `messages-<studio>.<recipient>`: the mail to one person. Its text is made when it is sent. */
export const messageEvents = defineCategory('messages', [
  defineEvent(
    'MessageQueued',
    z.object({
      messageId: id,
      kind: z.enum(messageKinds),
      /**
       * Of a reminder the day of the lessons, of mail about what is to be paid that of the mail, of changes when the last one was made, of a note
       * the student, its day and how often it has been shared, else the command: one key, one message.
       */
      key: z.string().min(1).max(200),
      email,
      studentIds: z.array(id),
      /**
       * What else it is about: of an invoice its id and the step, in days from its due date; of changes a student's id and the moment up to which
       * the family knew everything when it was queued; of a note its day; of what a family did, the notification of that.
       */
      about: z.array(z.string()).default([]),
      /** The earliest of these moments; only of changes. */
      since: instant.nullable(),
      dueAt: instant,
      /** It is not sent later than this. */
      latestAt: instant.nullable(),
      /** Someone clicked to send what else goes by itself. */
      clicked: z.boolean().default(false),
    }),
    // Earlier versions knew fewer kinds.
    { version: 5, upcasters: { 1: (data) => data, 2: (data) => data, 3: (data) => data, 4: (data) => data } },
  ),
  /** Why it has not been sent yet. `until`: when it is tried again; null: as soon as the mail server answers. */
  defineEvent('MessageDelayed', z.object({ messageId: id, because, until: instant.nullable() })),
  /** The mail server has taken it. Secrets in the text are "[link]". `told`: the moment up to which the family now knows of every change. */
  defineEvent(
    'MessageSent',
    z.object({ messageId: id, subject: z.string(), text: z.string(), told: instant.nullable().default(null) }),
  ),
  /** `refused`: there is no such mailbox. `waitsUntil`: until when the studio's mail that no one has clicked for waits after it. */
  defineEvent(
    'MessageFailed',
    z.object({ messageId: id, because, refused: z.boolean(), waitsUntil: instant.nullable().default(null) }),
  ),
  defineEvent('MessageDropped', z.object({ messageId: id, because })),
  /** What many families would be mailed because of one cause, a batch or a closure, waits until someone looks. */
  defineEvent('ChangesHeld', z.object({ cause: z.string().min(1).max(100), families: z.number().int().positive() })),
  /** No family is left whose mail waits because of it. */
  defineEvent('ChangesReleased', z.object({ cause: z.string().min(1).max(100) })),
  /** No such mail goes to the address any more, also where someone else has the address by then. */
  defineEvent('MailStopped', z.object({ email, kind: z.enum(stopKinds) }), fewerStops),
  /** It goes there again. */
  defineEvent('MailResumed', z.object({ email, kind: z.enum(stopKinds) }), fewerStops),
]);
export type MessageEvent = EventOf<typeof messageEvents>;
export type QueuedMessage = Extract<MessageEvent, { type: 'MessageQueued' }>['data'];
/** What becomes of a message. */
export type MessageOutcome = Exclude<
  MessageEvent,
  { type: 'MessageQueued' | 'MailStopped' | 'MailResumed' | 'ChangesHeld' | 'ChangesReleased' }
>;
