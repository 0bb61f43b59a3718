import type { FamilyChanges } from '@rondo/contracts/api/history/changes.ts';
import { instantAt, type Instant } from '@rondo/contracts/calendar/instants.ts';
import type { StudentDetails } from '@rondo/contracts/events/student.ts';
import { nameWords } from '@rondo/contracts/people/name-words.ts';
import { householdsModel } from '@rondo/projections/households/project.ts';
import { householdsTable } from '@rondo/projections/households/table.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { lessonsTouched, type Touched } from '@rondo/projections/history/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { studentsTable } from '@rondo/projections/students/table.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { informedTable } from '@rondo/projections/studios/table.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { Moment } from '../../../platform/models/moments/moments.ts';
import { studioNow, studioThen } from '../../studio/clock.ts';
import { changesBetween, changeView, presentMoment, type StudentChanges } from './changes.ts';
import { messageOf } from './words.ts';

export type Telling = Pick<
  Services,
  'models' | 'moments' | 'handlers' | 'store' | 'settingsOf' | 'now' | 'machineNow' | 'turns'
>;

/** When each student's shared calendar was last read; null if never. Those that are not shared are missing. */
export type LastReadsOf = (
  studioId: string,
) => Promise<ReadonlyMap<string, Pick<NonNullable<FamilyChanges['calendar']>, 'lastFetchedAt' | 'lastFetchedBy'>>>;

/** For each student, the latest moment up to which the family has been told of changes. Families never told have no entry. */
export const informedAt = async (moment: Moment): Promise<ReadonlyMap<string, Instant>> =>
  new Map((await moment.of(studiosModel)).rows(informedTable).map((row) => [row.student_id, row.until]));

export const lessonIdsOf = ({ changes }: StudentChanges): string[] => [
  ...new Set(changes.flatMap(({ before, after }) => [before, after].flatMap((one) => one?.lessonId ?? []))),
];

/** When the first and the last of each student's changes was made, to a lesson or to a closure. */
export const touchedOf = async (
  { models }: Telling,
  studioId: string,
  students: readonly StudentChanges[],
): Promise<ReadonlyMap<string, Touched>> => {
  const touched = await lessonsTouched(
    historyModel.read(models),
    studioId,
    students.flatMap((one) =>
      lessonIdsOf(one).map((lessonId) => ({ lessonId, studentId: one.studentId, since: one.since })),
    ),
  );
  return new Map(
    students.flatMap(({ studentId, since, changes }): [string, Touched][] => {
      const own = touched.get(studentId);
      const closed = changes.flatMap((change) => (change.of === 'weeks' ? [] : (change.changedAt ?? [])));
      const times = [...(own ? [own.first, own.last] : []), ...closed.filter((at) => at > since)].toSorted();
      const [first, last] = [times[0], times.at(-1)];
      return first === undefined || last === undefined ? [] : [[studentId, { first, last }]];
    }),
  );
};

type Person = Pick<StudentDetails, 'phone' | 'email' | 'lastName' | 'address' | 'city' | 'zipCode'> & {
  readonly householdId: string | null;
};

/** Students who are there, by id. */
const peopleAt = async (moment: Moment): Promise<ReadonlyMap<string, Person>> => {
  const [{ rows: studentRows }, { rows: householdRows }] = await Promise.all([
    moment.of(studentsModel),
    moment.of(householdsModel),
  ]);
  const standing = new Set(householdRows(householdsTable).map(({ household_id }) => household_id));
  return new Map(
    studentRows(studentsTable).map(({ student_id, details, household_id: id }) => [
      student_id,
      // One whose family does not stand is in none.
      { ...details, householdId: standing.has(id ?? '') ? id : null },
    ]),
  );
};

/**
 * The same for students of one family. Those of one household are one, whatever their names. Of the others, those with the same last name and
 * the same street address are one, and so is each other one.
 */
const familyIn =
  (people: ReadonlyMap<string, Person>) =>
  (studentId: string): string => {
    const person = people.get(studentId);
    if (person && person.householdId !== null) return JSON.stringify({ household: person.householdId });
    // A ZIP code alone is the address of many.
    if (!person || person.lastName === '' || !/\p{L}/u.test(person.address)) return studentId;
    const { lastName, address, city, zipCode } = person;
    return JSON.stringify([lastName, address, city ?? '', zipCode ?? ''].map(nameWords));
  };

/** The same for students who are told together now. */
export const familiesNow = async (services: Telling, studioId: string): Promise<(studentId: string) => string> =>
  familyIn(await peopleAt(presentMoment(services, studioId)));

const byFamily = <Student extends { readonly studentId: string }>(
  students: readonly Student[],
  people: ReadonlyMap<string, Person>,
): Student[][] => {
  const familyOf = familyIn(people);
  return [...Map.groupBy(students, ({ studentId }) => familyOf(studentId)).values()];
};

/** How many families do not know of changes, and when the earliest of these was made. */
export const countFamilies = async (
  services: Telling,
  studioId: string,
): Promise<{ families: number; oldest: string | null }> => {
  const present = presentMoment(services, studioId);
  const untold = await services.turns.inTurn(async () =>
    changesBetween(services, studioId, { since: await informedAt(present) }),
  );
  if (untold.length === 0) return { families: 0, oldest: null };
  const [people, touched] = await Promise.all([peopleAt(present), touchedOf(services, studioId, untold)]);
  const times = untold.map(({ studentId, since }) => touched.get(studentId)?.first ?? since);
  return { families: byFamily(untold, people).length, oldest: times.toSorted()[0] ?? null };
};

/**
 * What changed for each student, with all that a page needs to tell the family.
 * @param since what each family was told last when absent
 * @param until now when absent
 */
export const familyChanges = async (
  services: Telling,
  lastReadsOf: LastReadsOf,
  studioId: string,
  { since, until }: { since?: Instant | undefined; until?: Instant | undefined },
): Promise<FamilyChanges[]> => {
  const listedAt = until ?? instantAt(services.machineNow());
  const present = presentMoment(services, studioId);
  const informed = await informedAt(present);
  const students = await changesBetween(services, studioId, { since: since ?? informed, until });
  const { today, minute } =
    until === undefined
      ? await studioNow(services, studioId)
      : await studioThen(services.moments.momentOf(studioId, { instant: until }), until);
  const [people, touched, reads] = await Promise.all([
    peopleAt(present),
    touchedOf(services, studioId, students),
    lastReadsOf(studioId),
  ]);
  const inWords = students.map((one) => ({
    ...one,
    views: one.changes.map((change) => changeView(change, one.names)),
    next: one.ahead.find(({ date, start }) => date > today || start > minute) ?? null,
  }));
  const familyOf = familyIn(people);
  const sizes = Map.groupBy(people.keys(), familyOf);
  const rows = byFamily(inWords, people).flatMap((family) => {
    const message = messageOf(family, sizes.get(familyOf(family[0]?.studentId ?? ''))?.length);
    return family.map((student): FamilyChanges => {
      const { studentId, name, views: changes } = student;
      const { phone = null, email = null } = people.get(studentId) ?? {};
      const read = reads.get(studentId);
      const last = touched.get(studentId)?.last ?? '';
      const changedSince = typeof read?.lastFetchedAt === 'string' && last > read.lastFetchedAt;
      return {
        studentId,
        name,
        phone,
        email,
        toldUntil: informed.get(studentId) ?? null,
        calendar: read ? { ...read, changedSince } : null,
        changes,
        // The log's clock may be ahead.
        until: until === undefined && last > listedAt ? last : listedAt,
        message: messageOf([student]),
        family: { id: family[0]?.studentId ?? studentId, message },
      };
    });
  });
  const order = new Map(inWords.map(({ studentId }, i) => [studentId, i]));
  return rows.toSorted((a, b) => (order.get(a.studentId) ?? 0) - (order.get(b.studentId) ?? 0));
};
