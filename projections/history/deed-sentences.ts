import type { HistoryPart } from '@rondo/contracts/api/history/history.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import type { RowOf } from '../runner/read-model.ts';
import { onLessons, several, type DeedName } from './deed-names.ts';
import type { DeedPart, deedsTable } from './deeds-table.ts';

type DeedRow = RowOf<typeof deedsTable>;

/** What a text names, in words. */
export type NameOf = (what: string, id: string) => string;

const filledIn = (text: string, nameOf: NameOf): string =>
  text.replaceAll(/\{(\w+):([^}]*)\}/g, (_, what: string, id: string) => nameOf(what, id));

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The only date of the parts, if all of them are known. */
const onlyDate = (parts: readonly DeedPart[], count: number): string => {
  const dates = new Set(parts.map(({ date }) => date));
  const [date] = dates;
  return parts.length === count && dates.size === 1 && typeof date === 'string' ? ` on ${shortDate(date)}` : '';
};

const lessonsIn = ({ counts }: DeedRow): number => [...onLessons].reduce((sum, deed) => sum + (counts[deed] ?? 0), 0);

/** Deeds that say how many lessons they concern. */
const tellsLessons: ReadonlySet<DeedName> = new Set(['planRun', 'planDecision', 'clearing', 'restore']);

/** The first students of a family that was made. */
const membersOf = ({ parts }: DeedRow): string => {
  const members = parts.flatMap(({ deed, studentId }) => (deed === 'householdMember' ? `{student:${studentId}}` : []));
  if (members.length === 0) return '';
  const names = members.length < 4 ? members : [...members.slice(0, 2), `${members.length - 2} more`];
  return ` of ${names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`}`;
};

/** What a deed carried along: ", with the lessons of 3 students", ": 17 lessons". */
const reachOf = (row: DeedRow, lead: DeedName): string => {
  const lessons = lessonsIn(row);
  const students = row.subjects.filter((subject) => subject.startsWith('student:')).length;
  if (lead === 'household') return membersOf(row);
  if (lead === 'teacherRemoval') return students === 0 ? '' : `, with the lessons of ${counted(students, 'student')}`;
  if (lessons === 0) return '';
  if (lead === 'studentRemoval') return `, with ${counted(lessons, 'lesson')}`;
  return tellsLessons.has(lead) ? `: ${counted(lessons, 'lesson')}` : '';
};

/** The deed of a batch with its reach, in one sentence without a full stop. */
const ownSentence = (row: DeedRow, nameOf: NameOf): string => {
  const { lead } = row;
  if (lead === null) return 'Changed the studio';
  const count = row.counts[lead.deed] ?? 1;
  const severalOf = count > 1 ? several[lead.deed] : null;
  if (severalOf === null) return filledIn(lead.text + reachOf(row, lead.deed), nameOf);
  const parts = row.parts.filter(({ deed }) => deed === lead.deed);
  return severalOf(count.toLocaleString('en-US'), lead.text) + onlyDate(parts, count) + reachOf(row, lead.deed);
};

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** The sentence of a batch. @param rowOf the batches that it undoes, directly or by an undo that it takes back */
export const sentenceOf = (row: DeedRow, nameOf: NameOf, rowOf: (batchId: string) => DeedRow | undefined): string => {
  let undos = 0;
  let first: DeedRow | undefined = row;
  for (; first && first.undoes !== null; undos += 1) first = rowOf(first.undoes);
  if (undos === 0 || row.lead?.deed === 'restoreFailure') return ownSentence(row, nameOf);
  const what = first ? lowered(ownSentence(first, nameOf)) : 'an earlier change';
  return `${undos % 2 === 1 ? 'Undid' : 'Did again'}: ${what}`;
};

export const partInWords = (part: DeedPart, nameOf: NameOf): HistoryPart => ({
  sentence: filledIn(part.text, nameOf),
  lessonId: part.lessonId,
  studentId: part.studentId,
  teacherId: part.teacherId,
  invoiceId: part.invoiceId,
  change: part.change,
});

/** What a batch's texts name, as keys of `subjects`. */
export const subjectsNamed = ({ lead, parts }: DeedRow): string[] =>
  [...(lead ? [lead] : []), ...parts].flatMap(({ text }) =>
    [...text.matchAll(/\{(\w+:[^}]*)\}/g)].flatMap(([, subject]) => (subject === undefined ? [] : [subject])),
  );
