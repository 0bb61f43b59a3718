import { createHash } from 'node:crypto';

/** So many different marks; a revision times this is still a safe integer. */
const marks = 2 ** 20;

const markOf = (teacherId: string): number => createHash('sha256').update(teacherId).digest().readUInt32BE() % marks;

/**
 * A row's revision as callers see it. Revisions count one teacher's schedule, and a lesson may go to another's: the text bears the
 * teacher's mark, so that what was seen with one is never up to date with the other.
 */
export const shownRevision = (teacherId: string, revision: number): string =>
  String(revision * marks + markOf(teacherId));

/** The revision that a caller saw in a teacher's schedule; one that no row has when it was seen elsewhere. */
export const seenIn = (teacherId: string, shown: string | undefined): number | undefined => {
  if (shown === undefined) return undefined;
  const seen = Number(shown);
  return seen % marks === markOf(teacherId) ? Math.floor(seen / marks) : -1;
};
