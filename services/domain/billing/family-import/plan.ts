import { mostMembers } from '@rondo/contracts/api/people/households.ts';
import type { PreviewedFileRow } from '@rondo/contracts/api/people/family-import.ts';
import { balanceText } from '@rondo/contracts/money/balance.ts';
import { familyInWords, familyNameOf } from '@rondo/contracts/people/family-name.ts';
import { nameWords } from '@rondo/contracts/people/name-words.ts';
import type { StudentDetails } from '@rondo/contracts/events/student.ts';
import { addPerson, matchPerson, type KnownPeople } from '../../people/contacts/known-people.ts';
import { familyGroups, familyKey } from '../../people/family-files/family-groups.ts';
import type { FileRow } from '../../people/family-files/read-rows.ts';

// What an import of families and balances does: decided by one function for the preview and the import.

type PresentStudent = {
  readonly studentId: string;
  readonly householdId: string | null;
  readonly details: Pick<StudentDetails, 'firstName' | 'lastName' | 'phone' | 'email' | 'address' | 'city' | 'zipCode'>;
};
type PresentFamily = {
  readonly householdId: string;
  readonly name: string;
  readonly importId: string | null;
  readonly members: number;
};
export type Present = {
  readonly students: readonly PresentStudent[];
  readonly families: readonly PresentFamily[];
  /** The opening balance of a payer, in words. */
  readonly openingOf: (payerId: string) => string | null;
  readonly currency: string;
  readonly studentIdOf: (row: number) => string;
  readonly householdIdOf: (row: number) => string;
};

export type PlannedFileRow = {
  readonly file: FileRow;
  result: PreviewedFileRow['result'];
  detail: string;
  /** Of a student, new or there. */
  studentId: string | null;
  /** The name of the student's family, from then on. */
  family: string | null;
};
type NewFamily = {
  readonly householdId: string;
  readonly importId: string;
  readonly name: string;
  readonly row: FileRow;
};
export type Plan = {
  readonly rows: readonly PlannedFileRow[];
  readonly families: readonly NewFamily[];
  /** Who belongs to which family from then on. */
  readonly joining: readonly { readonly studentId: string; readonly householdId: string }[];
  readonly balances: readonly PlannedBalance[];
};
type PlannedBalance = {
  readonly payerId: string;
  readonly payer: string;
  readonly cents: number;
  /** The line that says it. */
  readonly row: number;
};

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();
const sameName = (a: string, b: string): boolean => nameWords(a).join(' ') === nameWords(b).join(' ');
const nameKey = (name: string): string => nameWords(name).toSorted().join(' ') || name.trim();
const familyName = (name: string): string => (/\bfamily$/i.test(name) || name.includes(',') ? name : `${name} family`);
const hasBalance = ({ file }: PlannedFileRow): boolean => file.balanceCents !== null && file.balanceCents !== 0;
const isStudent = ({ file }: PlannedFileRow): boolean => nameOf(file) !== '';
const counts = ({ result }: PlannedFileRow): boolean => result !== 'failed' && result !== 'skipped';

const fail = (planned: PlannedFileRow, problem: string): void => {
  planned.result = 'failed';
  planned.detail = `Row ${planned.file.row}: ${problem}`;
};

/** Two rows of one payer with different balances; null if they agree. */
const disagreement = (rows: readonly PlannedFileRow[]): readonly [PlannedFileRow, PlannedFileRow] | null => {
  const [first, ...others] = rows.filter((one) => counts(one) && hasBalance(one));
  const other = others.find(({ file }) => file.balanceCents !== first?.file.balanceCents);
  return first && other ? [first, other] : null;
};

const listedRows = (a: PlannedFileRow, b: PlannedFileRow): string => `Rows ${a.file.row} and ${b.file.row}`;

/** What an import would do. @param skip lines that a person leaves out */
export const planFamilies = (rows: readonly FileRow[], skip: ReadonlySet<number>, present: Present): Plan => {
  const known: KnownPeople = new Map();
  const studentOf = new Map(present.students.map((one) => [one.studentId, one]));
  for (const { studentId, details } of present.students) addPerson(known, details, { row: null, studentId });
  const planned = rows.map((file): PlannedFileRow => ({
    file,
    result: 'new',
    detail: '',
    studentId: null,
    family: null,
  }));
  const byRow = new Map(planned.map((one) => [one.file.row, one]));

  for (const one of planned) {
    const { file } = one;
    if (skip.has(file.row)) Object.assign(one, { result: 'skipped', detail: 'Left out' });
    else if (file.isInactive) Object.assign(one, { result: 'skipped', detail: 'Not active in the file' });
    else if (file.problem !== null) fail(one, file.problem);
    else if (!isStudent(one)) one.result = 'balance';
    else {
      const match = matchPerson(known, file);
      const there = match?.by === null ? undefined : match?.known;
      if (there === undefined) {
        one.studentId = present.studentIdOf(file.row);
        one.detail = match ? 'Same name as another student' : '';
        addPerson(known, file, { row: file.row });
      } else if (there.row === null) {
        one.studentId = there.studentId ?? null;
        one.result = 'known';
      } else Object.assign(one, { result: 'skipped', detail: `Same student as row ${there.row}` });
    }
  }

  const families: NewFamily[] = [];
  const joining: { studentId: string; householdId: string }[] = [];
  const memberCount = new Map(present.families.map(({ householdId, members }) => [householdId, members]));
  const byImportId = new Map(present.families.toReversed().map((one) => [one.importId, one]));
  const nameOfFamily = new Map(present.families.map(({ householdId, name }) => [householdId, name]));
  const payerOf = new Map<string, string>();
  const balances = new Map<string, { payer: string; cents: number; from: PlannedFileRow }>();

  const wordsOf = (payerId: string, student: string): string => {
    const family = nameOfFamily.get(payerId);
    return family === undefined ? student : familyInWords(family);
  };
  const setBalance = (from: PlannedFileRow, payerId: string, student: string): void => {
    const cents = from.file.balanceCents ?? 0;
    if (cents === 0) return;
    const payer = wordsOf(payerId, student);
    const opening = present.openingOf(payerId);
    const earlier = balances.get(payerId);
    if (opening !== null) fail(from, `${payer} has an opening balance already: ${opening}.`);
    else if (earlier && earlier.cents !== cents) {
      from.result = 'failed';
      from.detail = `${listedRows(earlier.from, from)} give ${payer} different balances.`;
    } else if (!earlier) balances.set(payerId, { payer, cents, from });
  };

  const groups = familyGroups(planned.filter(counts).map(({ file }) => file)).map((group) =>
    group.flatMap(({ row }) => byRow.get(row) ?? []),
  );
  for (const group of groups) {
    const ofGroup = group.filter(isStudent);
    if (ofGroup.length === 0) continue;
    const importId = group.flatMap(({ file }) => file.familyId ?? [])[0] ?? null;
    const named = group.flatMap(({ file }) => file.family ?? [])[0];
    const there = ofGroup.flatMap(({ studentId }) => studentOf.get(studentId ?? '')?.householdId ?? []);
    const [first] = ofGroup;
    const byId = importId === null ? undefined : byImportId.get(importId);
    let householdId = byId?.householdId ?? there.find((id) => nameOfFamily.has(id)) ?? null;
    const name = named === undefined ? familyNameOf(ofGroup.map(({ file }) => file)) : familyName(named);
    const inText = householdId === null ? familyInWords(name) : wordsOf(householdId, '');
    const pair = disagreement(group);
    if (pair) {
      for (const one of group)
        if (hasBalance(one)) {
          one.result = 'failed';
          one.detail = `${listedRows(...pair)} give ${ofGroup.length > 1 || householdId !== null ? inText : name} different balances.`;
        }
    }
    const opening = householdId === null ? null : present.openingOf(householdId);
    if (opening !== null)
      for (const one of group)
        if (counts(one) && hasBalance(one)) fail(one, `${inText} has an opening balance already: ${opening}.`);
    const members = ofGroup.filter(counts);
    const parent = members[0]?.file.contacts.some(
      (contact) => !sameName(contact.name, nameOf(members[0]?.file ?? contactless)),
    );
    const isNew = householdId === null && (members.length > 1 || (members.length === 1 && parent === true));
    if (isNew && members[0]) {
      householdId = present.householdIdOf(members[0].file.row);
      nameOfFamily.set(householdId, name);
      memberCount.set(householdId, 0);
      families.push({ householdId, importId: importId ?? '', name, row: members[0].file });
    }
    members.forEach((one, i) => {
      const { studentId } = one;
      if (studentId === null) return;
      const own = studentOf.get(studentId)?.householdId ?? null;
      if (own !== null && nameOfFamily.has(own)) {
        payerOf.set(studentId, own);
        one.family = nameOfFamily.get(own) ?? null;
        one.detail = 'Stays as it is';
        return;
      }
      if (householdId === null) {
        payerOf.set(studentId, studentId);
        one.detail = one.detail || (one.result === 'known' ? 'Stays as it is' : 'No family needed');
        return;
      }
      const count = memberCount.get(householdId) ?? 0;
      if (count >= mostMembers) return fail(one, `a family has at most ${mostMembers} students.`);
      memberCount.set(householdId, count + 1);
      payerOf.set(studentId, householdId);
      joining.push({ studentId, householdId });
      one.family = nameOfFamily.get(householdId) ?? null;
      if (one.result === 'known') {
        one.result = 'joins';
        one.detail = `Joins ${wordsOf(householdId, '')}`;
      } else if (i === 0 && isNew)
        one.detail = members.length > 1 ? `New family, ${members.length} students` : 'New family';
      else one.detail = isNew ? 'Same family' : `Joins ${wordsOf(householdId, '')}`;
    });
    for (const one of group.filter(counts)) {
      const payerId = payerOf.get(one.studentId ?? '') ?? householdId ?? payerOf.get(first?.studentId ?? '');
      if (payerId !== undefined) setBalance(one, payerId, nameOf((isStudent(one) ? one : (first ?? one)).file));
    }
  }

  const byFamilyName = Map.groupBy(
    [...nameOfFamily].map(([householdId, name]) => ({ householdId, key: familyKey(name) })),
    ({ key }) => key,
  );
  const byName = Map.groupBy(
    [
      ...present.students.map(({ studentId, householdId, details }) => ({
        studentId,
        householdId,
        name: nameOf(details),
      })),
      ...planned
        .filter((one) => one.result === 'new' && one.studentId !== null)
        .map(({ studentId, file }) => ({ studentId: studentId ?? '', householdId: null, name: nameOf(file) })),
    ],
    ({ name }) => nameKey(name),
  );
  const grouped = new Set(groups.filter((group) => group.some(isStudent)).flat());
  for (const one of planned) {
    if (one.result !== 'balance' || grouped.has(one)) continue;
    const { family, familyId } = one.file;
    if (!hasBalance(one)) {
      Object.assign(one, { result: 'skipped', detail: 'No balance' });
      continue;
    }
    const byId = familyId === null ? undefined : byImportId.get(familyId);
    const sameFamily = family === null ? [] : (byFamilyName.get(familyKey(family)) ?? []);
    const sameStudents = family === null ? [] : (byName.get(nameKey(family)) ?? []);
    const [student] = sameStudents;
    const householdId = byId?.householdId ?? (sameFamily.length === 1 ? sameFamily[0]?.householdId : undefined);
    if (householdId !== undefined) setBalance(one, householdId, '');
    else if (sameStudents.length > 1 || sameFamily.length > 1) {
      const what = sameFamily.length > 1 ? 'two families' : 'two students';
      fail(one, `${what} are called ${family ?? ''}. Add the balance by hand.`);
    } else if (student) {
      setBalance(one, payerOf.get(student.studentId) ?? student.householdId ?? student.studentId, student.name);
    } else fail(one, `there is no family or student “${family ?? familyId ?? ''}”.`);
  }
  const listed = new Set(planned.filter(counts).map(({ studentId }) => studentId));
  const joined = new Set(joining.map(({ householdId }) => householdId));
  return {
    rows: planned,
    families: families.filter(({ householdId }) => joined.has(householdId)),
    joining: joining.filter(({ studentId }) => listed.has(studentId)),
    balances: [...balances].map(([payerId, { payer, cents, from }]) => ({ payerId, payer, cents, row: from.file.row })),
  };
};

const contactless = { firstName: '', lastName: '' };

const order: Readonly<Record<PlannedFileRow['result'], number>> = {
  failed: 0,
  joins: 1,
  known: 1,
  balance: 2,
  new: 2,
  skipped: 2,
};

/** Trouble first, then those who are there, then the others in the order of the file. */
export const inOrderOfTrouble = (rows: readonly PlannedFileRow[]): PlannedFileRow[] =>
  rows.toSorted((a, b) => order[a.result] - order[b.result] || a.file.row - b.file.row);

/** The beginning of a cell that is longer than any that can be imported. */
const beginningOf = (text: string): string => (text.length > longestCell ? `${text.slice(0, longestCell)}…` : text);
const longestCell = 300;
const beginningOrNone = (text: string | null | undefined): string | null => (text ? beginningOf(text) : null);

export const fileRowView = ({ file, family, result, detail }: PlannedFileRow, currency: string): PreviewedFileRow => ({
  row: file.row,
  family: beginningOrNone(file.family ?? family?.replace(/ family$/i, '')),
  student: beginningOf(nameOf(file)),
  contact: beginningOrNone(file.contacts[0]?.name),
  email: beginningOrNone(file.email ?? file.contacts[0]?.email),
  phone: beginningOrNone(file.phone ?? file.contacts[0]?.phone),
  address: beginningOf(file.address),
  lesson: `${file.lessonDuration} min`,
  rate: file.rateCents === null ? null : file.rateCents / 100,
  balance: file.balanceCents === null ? beginningOf(file.balanceText) : balanceText(file.balanceCents, currency),
  result,
  detail: result === 'failed' ? detail : beginningOf([detail, ...file.notes].filter((text) => text !== '').join('. ')),
});
