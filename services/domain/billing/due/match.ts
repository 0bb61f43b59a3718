import { mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { InvoiceEntry } from '@rondo/contracts/events/billing/billing.ts';
import type { LessonDate } from '../../schedule/lesson-dates.ts';

// What is billed is recognized by matching a student's billed dates with the student's lessons: however a lesson was moved, split, planned
// again or transferred since, it is billed once.

export type BilledDate = InvoiceEntry & {
  readonly invoiceId: string;
  /** Its place among the entries of its invoice. */
  readonly entry: number;
  /** True when it was given back as a whole: it has charged nothing. */
  readonly refunded: boolean;
  /** What was refunded for it, less what was corrected; below zero when an invoice with a refund was deleted. */
  readonly refundedCents: number;
};

/** How entries are matched within a week. */
type Within = 'lineage, then what is left' | 'lineage';

/** A refunded date can only be a lesson that was cancelled or nobody came to: one that took place after its refund is billed again. */
const fits = ({ refunded }: BilledDate, { takesPlace, absent = null }: LessonDate): boolean =>
  !refunded || !takesPlace || absent !== null;

const keyOf = (lessonId: string, date: IsoDate): string => `${lessonId} ${date}`;

/** The names by which a lesson can be recognized, the most certain first. */
const namesOf = ({ lessonId, rowId, originalDate, origin, isSingle }: InvoiceEntry | LessonDate): string[] => [
  keyOf(lessonId, originalDate),
  ...(isSingle || rowId !== lessonId ? [rowId] : []),
  ...(origin ? [keyOf(origin.lessonId, origin.originalDate)] : []),
];

/** The names by which a billed date was known, the most certain first. */
const namesBilled = ({ lessonId, rowId, originalDate }: InvoiceEntry): string[] => [
  keyOf(lessonId, originalDate),
  rowId,
];

/** The one date that a lineage has in a week. */
const weekOf = ({ root, originalDate, origin }: InvoiceEntry): string =>
  keyOf(root, mondayOf(origin?.originalDate ?? originalDate));

/** Whether a billed date is one of these, or what one of them became, no matter who was billed for it. */
export const sameDateAs = (dates: readonly InvoiceEntry[]): ((other: InvoiceEntry) => boolean) => {
  const [asLessons, asBilled, weeks] = [
    new Set(dates.flatMap(namesOf)),
    new Set(dates.flatMap(namesBilled)),
    new Set(dates.map(weekOf)),
  ];
  return (other) =>
    namesBilled(other).some((name) => asLessons.has(name)) ||
    namesOf(other).some((name) => asLessons.has(name) || asBilled.has(name)) ||
    weeks.has(weekOf(other));
};

/** The same for dates of one student each. */
export const sameDateOfStudent = (dates: readonly InvoiceEntry[]): ((other: InvoiceEntry) => boolean) => {
  const own = Map.groupBy(dates, ({ studentId }) => studentId);
  const isSame = new Map([...own].map(([studentId, entries]) => [studentId, sameDateAs(entries)]));
  return (other) => isSame.get(other.studentId)?.(other) ?? false;
};

const byDate = (a: InvoiceEntry | LessonDate, b: InvoiceEntry | LessonDate): number =>
  compare(a.originalDate, b.originalDate) || compare(a.date, b.date) || a.start - b.start || compare(a.rowId, b.rowId);

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type Pairing = {
  readonly lessonOf: Map<BilledDate, LessonDate>;
  readonly billed: Set<LessonDate>;
};

/** Pairs each open entry, in order, with its first open candidate. */
const pair = (
  { lessonOf, billed }: Pairing,
  entries: readonly BilledDate[],
  candidatesOf: (entry: BilledDate) => readonly LessonDate[],
): void => {
  for (const entry of entries) {
    if (lessonOf.has(entry)) continue;
    const lesson = candidatesOf(entry).find((candidate) => !billed.has(candidate) && fits(entry, candidate));
    if (!lesson) continue;
    lessonOf.set(entry, lesson);
    billed.add(lesson);
  }
};

type Pass = (entry: BilledDate, lesson: LessonDate) => boolean;

/** Within a week: the same teacher first, and lessons that take place before cancelled ones. */
const passes: readonly Pass[] = [
  (entry, lesson) => entry.teacherId === lesson.teacherId && lesson.takesPlace,
  (entry, lesson) => entry.teacherId === lesson.teacherId,
  (_, lesson) => lesson.takesPlace,
  () => true,
];

/** Matches a student's billed dates with the student's lessons; entries are in the order of their invoices. */
export type Matching = {
  /** The lesson that a billed date is now; undefined when it is gone. */
  readonly lessonOf: ReadonlyMap<BilledDate, LessonDate>;
  /** The lessons that are billed already. */
  readonly billed: ReadonlySet<LessonDate>;
};

/**
 * Matches first the same lesson, over all weeks; then the same lineage within a week; then what is left within the week. No choice depends on
 * whether an entry has been refunded, except that a refunded one takes only cancelled lessons: billing what is left and refunding what is
 * gone changes no pair.
 */
export const matchBilled = (
  entries: readonly BilledDate[],
  lessons: readonly LessonDate[],
  within: Within = 'lineage, then what is left',
): Matching => {
  const matching: Pairing = { lessonOf: new Map(), billed: new Set() };
  const { lessonOf, billed } = matching;
  const newestFirst = entries.toReversed();
  const inOrder = lessons.toSorted(byDate);
  // The certain names of all lessons come before the other names of any.
  const first = Map.groupBy(inOrder, ({ lessonId, originalDate }) => keyOf(lessonId, originalDate));
  pair(matching, newestFirst, ({ lessonId, originalDate }) => first.get(keyOf(lessonId, originalDate)) ?? []);
  if (lessonOf.size === entries.length) return matching;

  const named = Map.groupBy(
    inOrder
      .filter((lesson) => !billed.has(lesson))
      .flatMap((lesson) => namesOf(lesson).map((name) => ({ name, lesson }))),
    ({ name }) => name,
  );
  pair(matching, newestFirst, (entry) =>
    namesBilled(entry).flatMap((name) => (named.get(name) ?? []).map(({ lesson }) => lesson)),
  );

  const ofWeek = Map.groupBy(
    inOrder.filter((lesson) => !billed.has(lesson)),
    ({ originalDate }) => mondayOf(originalDate),
  );
  const others = entries.filter((entry) => !lessonOf.has(entry)).toSorted(byDate);
  const near = new Map(others.map((entry) => [entry, ofWeek.get(mondayOf(entry.originalDate)) ?? []]));
  for (const sameLineage of within === 'lineage' ? [true] : [true, false])
    for (const pass of passes)
      pair(matching, others, (entry) =>
        (near.get(entry) ?? []).filter((lesson) => (!sameLineage || lesson.root === entry.root) && pass(entry, lesson)),
      );
  return matching;
};
