import { z } from 'zod';
import { id } from '../events/fields.ts';

// The question form of a studio: where it is, and what families choose from.

const shortestSlug = 3;
export const longestSlug = 40;
export const mostFormTeachers = 20;
export const mostFormLengths = 8;
export const longestFormNote = 300;
/** Days for which an address that a studio gives up stays its own. */
export const slugKeptDays = 90;

export const addressTaken = 'This address is taken.';
const slugForm = `The address has ${shortestSlug} to ${longestSlug} characters: small letters, digits and hyphens.`;

/** What is wrong with the last part of the form's address; null: nothing. */
export const slugProblem = (slug: string): string | null =>
  new RegExp(`^[a-z0-9-]{${shortestSlug},${longestSlug}}$`).test(slug) ? null : slugForm;

/** Parts of addresses that the server needs itself. */
export const reservedSlugs: ReadonlySet<string> = new Set(['api']);

export const askForm = z.object({
  slug: z.string().min(shortestSlug).max(longestSlug),
  /** Whose weeks are searched; those who are removed do not count. */
  teacherIds: z.array(id).min(1).max(mostFormTeachers),
  /** The minutes of a lesson that families choose from. */
  lengths: z.array(z.number().int()).min(1).max(mostFormLengths),
  /** What families read above the form. */
  note: z.string().max(longestFormNote).nullable(),
});
export type AskForm = z.infer<typeof askForm>;
