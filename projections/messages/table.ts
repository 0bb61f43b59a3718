import { messageKinds, messageStates, stopKinds } from '@rondo/contracts/events/schedule/messages.ts';
import { z } from 'zod';
import { defineTable, timestamp } from '../runner/read-model.ts';

/** What was mailed to families, or is about to be. */
export const messagesTable = defineTable({
  name: 'messages',
  row: z.object({
    studio_id: z.string(),
    message_id: z.string(),
    recipient_id: z.string(),
    kind: z.enum(messageKinds),
    key: z.string(),
    email: z.string(),
    student_ids: z.array(z.string()),
    about: z.array(z.string()),
    due_at: timestamp,
    latest_at: timestamp.nullable(),
    state: z.enum(messageStates),
    /** Why it has not been sent. */
    because: z.string().nullable(),
    /** The mail server knows no such mailbox. */
    refused: z.boolean(),
    /** Not tried before. */
    until: timestamp.nullable(),
    subject: z.string().nullable(),
    text: z.string().nullable(),
    /** Someone clicked to send what else goes by itself. */
    clicked: z.boolean(),
    /** Of changes that were sent: the moment up to which the family now knows of every one. */
    told: timestamp.nullable(),
    queued_at: timestamp,
    /** When it was sent, or came to its end otherwise. */
    ended_at: timestamp.nullable(),
    /** Queued on another server, from which the studio was imported. */
    imported: z.boolean(),
    batch_id: z.string(),
    correlation_id: z.string(),
  }),
  key: ['studio_id', 'message_id'],
  indexes: [
    ['studio_id', 'queued_at'],
    ['studio_id', 'ended_at'],
    ['state', 'studio_id'],
  ],
});

/** Addresses, in lower case, to which a kind of mail no longer goes. */
export const stoppedTable = defineTable({
  name: 'stopped',
  row: z.object({ studio_id: z.string(), email: z.string(), kind: z.enum(stopKinds) }),
  key: ['studio_id', 'email', 'kind'],
});

/** Until when the mail of a studio that no one has clicked for waits. */
export const waitsTable = defineTable({
  name: 'waits',
  row: z.object({ studio_id: z.string(), until: timestamp }),
  key: ['studio_id'],
});

/** Addresses at which there is no mailbox, in lower case. */
export const refusedTable = defineTable({
  name: 'refused',
  row: z.object({ studio_id: z.string(), email: z.string(), because: z.string() }),
  key: ['studio_id', 'email'],
});

/** What makes the mail of many families wait: a batch or a closure. Rows stay when the mail has gone, so that nothing waits twice. */
export const holdsTable = defineTable({
  name: 'holds',
  row: z.object({ studio_id: z.string(), cause: z.string(), families: z.number(), is_over: z.boolean() }),
  key: ['studio_id', 'cause'],
});
