import { accountEntry } from '@rondo/contracts/events/billing/account-entry.ts';
import { charge } from '@rondo/contracts/events/billing/charge.ts';
import { invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { statementMail } from '@rondo/contracts/events/billing/statements.ts';
import { studioSettings } from '@rondo/contracts/events/studio.ts';
import { z } from 'zod';
import { defineTable } from '../runner/read-model.ts';
import { personShape } from '../shared/person.ts';

/** One row per invoice. Deleted ones are kept: undoing the deletion lists them again. */
export const invoicesTable = defineTable({
  name: 'invoices',
  row: z.object({
    studio_id: z.string(),
    invoice_id: z.string(),
    payer_id: z.string(),
    /** The students of whom it has something. */
    student_ids: z.array(z.string()),
    invoice_number: z.string(),
    deleted: z.boolean(),
    invoice,
    revision: z.number(),
  }),
  key: ['studio_id', 'invoice_id'],
  indexes: [
    ['studio_id', 'payer_id'],
    // With all that a search by number needs.
    ['studio_id', 'deleted', 'invoice_number'],
  ],
});

/** One row per payment, refund of money, and opening balance. Those that are gone are kept: an undo brings them back. */
export const entriesTable = defineTable({
  name: 'account_entries',
  row: z.object({
    studio_id: z.string(),
    entry_id: z.string(),
    payer_id: z.string(),
    entry: accountEntry,
    /** Who recorded it. */
    created_by: z.string(),
    revision: z.number(),
  }),
  key: ['studio_id', 'entry_id'],
  indexes: [['studio_id', 'payer_id']],
});

/** One row per email with a statement. */
export const statementMailsTable = defineTable({
  name: 'statement_mails',
  row: z.object({
    studio_id: z.string(),
    mail_id: z.string(),
    payer_id: z.string(),
    mail: statementMail,
    /** Of the request. */
    revision: z.number(),
  }),
  key: ['studio_id', 'mail_id'],
  indexes: [['studio_id', 'payer_id', 'revision']],
});

/** One row per charge of a student. Removed ones are kept: an undo brings them back. */
export const chargesTable = defineTable({
  name: 'charges',
  row: z.object({ studio_id: z.string(), charge_id: z.string(), student_id: z.string(), charge }),
  key: ['studio_id', 'charge_id'],
  indexes: [['studio_id', 'student_id']],
});

/** The students for whom a household pays. */
export const membersTable = defineTable({
  name: 'account_members',
  row: z.object({
    studio_id: z.string(),
    student_id: z.string(),
    household_id: z.string(),
    /** When the student joined. */
    since: z.string(),
    /** Whether an account was brought along. */
    brought: z.boolean(),
  }),
  key: ['studio_id', 'student_id'],
});

const { phone: _phone, latitude: _latitude, longitude: _longitude, precision: _precision, ...billed } = personShape;
const person = z.object({ since: z.string(), ...billed });
export type EarlierPerson = z.infer<typeof person>;

/** Every name and address that a student or teacher has had, oldest first. A removed person keeps only the name. */
export const earlierPeopleTable = defineTable({
  name: 'earlier_people',
  row: z.object({ studio_id: z.string(), person_id: z.string(), versions: z.array(person) }),
  key: ['studio_id', 'person_id'],
});

/** All settings that a studio has had, oldest first. */
export const earlierSettingsTable = defineTable({
  name: 'earlier_settings',
  row: z.object({
    studio_id: z.string(),
    versions: z.array(z.object({ since: z.string(), settings: studioSettings })),
  }),
  key: ['studio_id'],
});
