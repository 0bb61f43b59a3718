import { createHash } from 'node:crypto';

/** Number of distinct marks; a revision times this is still a safe integer. */
const marks = 2 ** 20;

const known = new Map<string, number>();
const mostKnown = 10_000;

const markOf = (teacherId: string): number => {
  const mark = known.get(teacherId) ?? createHash('sha256').update(teacherId).digest().readUInt32BE() % marks;
  if (known.size >= mostKnown) known.clear();
  known.set(teacherId, mark);
  return mark;
};

/**
 * A row's revision as clients see it. Revisions count per teacher's schedule, and a lesson may move to another teacher: the text contains
 * the teacher's mark, so that a revision seen with one teacher is always stale with another.
 */
export const shownRevision = (teacherId: string, revision: number): string =>
  String(revision * marks + markOf(teacherId));

/** The revision that a client saw in a teacher's schedule; if it was seen elsewhere, one that no row has. */
export const seenIn = (teacherId: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const seen = Number(text);
  return seen % marks === markOf(teacherId) ? Math.floor(seen / marks) : -1;
};
