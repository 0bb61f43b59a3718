import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  asOfQuery,
  clearableEmail,
  clearableLine,
  clearableText,
  id,
  idParams,
  revision,
  seenRevision,
  success,
  typedLine,
} from '../shapes.ts';
import { city, student, zipCode } from './students.ts';

// Families: students who share a payer.

/** How many students a family has at most. */
export const mostMembers = 20;
export const mostContacts = 6;

export const gets = z.enum(['invoices', 'schedule', 'both'], 'Please choose what the contact gets.');

export const household = z.object({
  id,
  name: z.string(),
  /** Null: that of the first student by name. */
  address: z.string().nullable(),
  city: z.string().nullable(),
  zipCode: z.string().nullable(),
  contacts: z.array(
    z.object({ id, name: z.string(), email: z.string().nullable(), phone: z.string().nullable(), gets }),
  ),
  /** Those who are there, by name. */
  studentIds: z.array(id),
  /** Those who were deleted as members. */
  formerStudentIds: z.array(id),
  createdAt: z.string(),
  revision,
});
export type Household = z.infer<typeof household>;

const contact = z.object({
  /** Of a contact who is there already. */
  id: id.optional(),
  name: typedLine(120).min(1, 'Please enter the name of the contact.'),
  email: clearableEmail,
  phone: clearableText(50),
  gets,
});

const fields = {
  name: typedLine(120).min(1, 'Please enter the name of the family.'),
  address: clearableLine(300),
  city,
  zipCode,
  contacts: z.array(contact).max(mostContacts, `A family has at most ${mostContacts} contacts.`),
};

const studentIds = z
  .array(id, 'Please select at least one student.')
  .transform((list) => [...new Set(list)])
  .pipe(
    z
      .array(id)
      .min(1, 'Please select at least one student.')
      .max(mostMembers, `A family has at most ${mostMembers} students.`),
  );

export const listHouseholds = endpoint({
  method: 'GET',
  path: '/api/households',
  summary: 'The studio’s families, by name.',
  query: asOfQuery,
  response: z.array(household),
  reads: ['households'],
});

export const createHousehold = endpoint({
  method: 'POST',
  path: '/api/households',
  summary: 'Makes a family of students. Those who have joined another one in the meantime are left out and named.',
  body: z.object({ studentIds, ...fields }).partial({ name: true, contacts: true }),
  response: household.extend({ failed: z.array(z.object({ id, message: z.string() })) }),
  updates: ['households', 'students', 'invoices', 'history'],
  waitsFor: ['memberships'],
});

export const updateHousehold = endpoint({
  method: 'PATCH',
  path: '/api/households/:id',
  summary: 'Changes the name, the address or the contacts of a family; contacts replace the list.',
  params: idParams,
  body: z.object({ ...fields, revision: seenRevision }).partial(),
  response: household,
  updates: ['households', 'history'],
});

export const setStudentHousehold = endpoint({
  method: 'PUT',
  path: '/api/students/:id/household',
  summary: 'A student joins a family, moves to another one, or leaves: null.',
  params: idParams,
  body: z.object({ householdId: id.nullable() }),
  response: student,
  updates: ['households', 'students', 'invoices', 'history'],
  waitsFor: ['memberships'],
});

export const deleteHousehold = endpoint({
  method: 'DELETE',
  path: '/api/households/:id',
  summary: 'Deletes a family without invoices and payments: its students leave.',
  params: idParams,
  response: success,
  updates: ['households', 'students', 'invoices', 'history'],
  waitsFor: ['memberships'],
});

const suggestion = z.object({
  studentIds: z.array(id),
  /** The family that they would join; null: a new one. */
  householdId: id.nullable(),
  name: z.string(),
  because: z.enum(['address', 'phone', 'email']),
  text: z.string(),
});
export type HouseholdSuggestion = z.infer<typeof suggestion>;

export const listSuggestions = endpoint({
  method: 'GET',
  path: '/api/households/suggestions',
  summary: 'Students who seem to be of one family, the largest first.',
  response: z.array(suggestion),
  reads: ['households', 'students'],
});

export const dismissSuggestion = endpoint({
  method: 'POST',
  path: '/api/households/suggestions/dismiss',
  summary: 'These students are not suggested as a family again.',
  body: z.object({ studentIds }),
  response: success,
  updates: ['studios', 'history'],
});
