import { at } from '../arrays.ts';
import type { Instance, PlannedLesson } from '../week/instance.ts';
import { lessonsWith } from '../week/lessons.ts';
import { cellOf, compile, plain, preferred, type Flavour, type Problem } from '../week/problem.ts';
import type { Week } from '../week/week.ts';

/** Several teachers' weeks that are planned together. */
export type JointWeeks = {
  /** One a teacher, each with the students whom that teacher may teach; a student has one id in all of them. All have one start grid. */
  readonly instances: readonly Instance[];
  /** By student who has a lesson with one of these teachers now: the teacher's index. */
  readonly present: Readonly<Record<string, number>>;
  /** Maximum number of those students who get another teacher. */
  readonly mostChanges: number;
  /** By student: the teachers' indices, the preferred one first. */
  readonly ranking: Readonly<Record<string, readonly number[]>>;
};

/** A teacher's instance with some of its students; those with a fixed lesson are always indices. */
export const withStudents = (instance: Instance, isKept: (studentId: string) => boolean): Instance => {
  const fixed = new Set(instance.fixedLessons.map(({ studentId }) => studentId));
  const indices = instance.students.flatMap(({ id }, index) => (fixed.has(id) || isKept(id) ? [index] : []));
  const nodes = [0, ...indices.map((index) => index + 1)];
  const ids = new Set(indices.flatMap((index) => instance.students[index]?.id ?? []));
  return {
    ...instance,
    students: indices.flatMap((index) => instance.students[index] ?? []),
    driveMinutes: nodes.map((from) => nodes.map((to) => instance.driveMinutes[from]?.[to] ?? 0)),
    ...(instance.standing && { standing: instance.standing.filter(({ studentId }) => ids.has(studentId)) }),
  };
};

/** The weeks without the students who have to stay with another teacher. */
export const withoutBound = (weeks: JointWeeks): JointWeeks => ({
  ...weeks,
  instances: weeks.instances.map((instance, teacher) =>
    withStudents(instance, (id) => weeks.mostChanges > 0 || (weeks.present[id] ?? teacher) === teacher),
  ),
});

/** By teacher: the students whom a plan could give to the teacher. */
export const membersOf = ({ instances }: JointWeeks): string[][] =>
  instances.map(({ students, fixedLessons }) => {
    const fixed = new Set(fixedLessons.map(({ studentId }) => studentId));
    return students.flatMap(({ id }) => (fixed.has(id) ? [] : [id]));
  });

/** The weeks of some of the teachers. */
export const groupOf = (
  { instances, present, mostChanges, ranking }: JointWeeks,
  teachers: readonly number[],
): JointWeeks => ({
  instances: teachers.flatMap((teacher) => instances[teacher] ?? []),
  present: Object.fromEntries(
    Object.entries(present).flatMap(([id, teacher]) =>
      teachers.includes(teacher) ? [[id, teachers.indexOf(teacher)]] : [],
    ),
  ),
  mostChanges,
  ranking: Object.fromEntries(
    Object.entries(ranking).map(([id, ranked]) => [
      id,
      ranked.filter((teacher) => teachers.includes(teacher)).map((teacher) => teachers.indexOf(teacher)),
    ]),
  ),
});

/** Several teachers' weeks as one problem, whose `instance` is the first one's alone. */
export type Joined = {
  readonly problem: Problem;
  /** By teacher. */
  readonly parts: readonly Problem[];
  /** By teacher: what is added to a tour of the part. */
  readonly firstTour: readonly number[];
};

const flavours: readonly Flavour[] = [plain, preferred];

/**
 * One problem for all: the tours of all teachers, each with the drives from and to the teacher's own home. A student has a node with each
 * teacher who may teach the student, and a plan holds one of them at most.
 */
export const join = ({ instances, present, mostChanges, ranking }: JointWeeks): Joined => {
  const parts = instances.map(compile);
  const [one] = parts;
  if (!one) throw new Error('A joint plan needs a teacher.');
  const firstTour = startsOf(parts.map(({ tours }) => tours));
  const firstNode = startsOf(parts.map(({ nodes }) => nodes - 1));
  const owners = [
    { teacher: 0, node: 0, id: '' },
    ...parts.flatMap(({ instance: { students } }, teacher) =>
      students.map(({ id }, index) => ({ teacher, node: index + 1, id })),
    ),
  ];
  const nodes = owners.length;
  const tours = parts.reduce((sum, part) => sum + part.tours, 0);
  const person = personsOf(owners.map(({ id }) => id));
  const byNode = (read: (part: Problem, node: number) => number): number[] =>
    owners.map(({ teacher, node }, index) => (index === 0 ? 0 : read(parts[teacher] ?? one, node)));
  const toursOf = parts.flatMap((part, teacher) =>
    Array.from({ length: part.tours }, (_, tour) => ({ part, teacher, tour })),
  );
  const ownNode = (teacher: number, node: number): number => (node === 0 ? 0 : (firstNode[teacher] ?? 0) + node);

  const first = [0];
  const [low, high]: [number[], number[]] = [[], []];
  for (const flavour of flavours)
    for (const { part, teacher, tour } of toursOf)
      for (const [index, owner] of owners.entries()) {
        if (index > 0 && owner.teacher === teacher) {
          const cell = cellOf(part, flavour, tour, owner.node);
          for (let k = at(part.first, cell); k < at(part.first, cell + 1); k++) {
            low.push(at(part.low, k));
            high.push(at(part.high, k));
          }
        }
        first.push(low.length);
      }
  const legs = legsBetween(parts, owners);
  const drive = legs(({ drive: minutes }) => minutes);
  const cost = owners.map(({ teacher, id }) => {
    const rank = Math.max(0, ranking[id]?.indexOf(teacher) ?? 0);
    return rank + (isChange(present, id, teacher) ? changeCost : 0);
  });
  const nodesOf = owners.map((_, node) => owners.flatMap((__, other) => (at(person, other) === node ? [other] : [])));
  const inTour = new Int32Array(tours * nodes);
  for (const [tour, { teacher }] of toursOf.entries())
    for (const [node, own] of nodesOf.entries())
      inTour[tour * nodes + node] = own.find((each) => each > 0 && owners[each]?.teacher === teacher) ?? 0;
  return {
    parts,
    firstTour,
    problem: {
      ...one,
      ids: owners.map(({ id }) => id),
      weekdays: parts.flatMap(({ weekdays }) => weekdays),
      nodes,
      tours,
      duration: Int32Array.from(byNode(({ duration }, node) => at(duration, node))),
      weight: Float64Array.from(byNode(({ weight }, node) => weight[node] ?? 0)),
      drive,
      apart: legs(({ apart }) => apart),
      gap: legs(({ gap }) => gap),
      closes: Int32Array.from(toursOf, ({ part, tour }) => at(part.closes, tour)),
      clocks: toursOf.flatMap(({ part, tour }) => part.clocks[tour] ?? []),
      first: Int32Array.from(first),
      low: Int32Array.from(low),
      high: Int32Array.from(high),
      fixedTour: Int32Array.from(owners, ({ teacher, node }) => {
        const tour = node === 0 ? -1 : at((parts[teacher] ?? one).fixedTour, node);
        return tour < 0 ? -1 : (firstTour[teacher] ?? 0) + tour;
      }),
      movable: Int32Array.from(
        parts.flatMap(({ movable }, teacher) => Array.from(movable, (node) => ownNode(teacher, node))),
      ).filter((node) => at(person, node) === node),
      fixedStops: toursOf.map(({ part, teacher, tour }) =>
        (part.fixedStops[tour] ?? []).map((node) => ownNode(teacher, node)),
      ),
      fixedOutside: parts.flatMap(({ fixedOutside }, teacher) => fixedOutside.map((node) => ownNode(teacher, node))),
      person,
      twin: new Int32Array(nodes),
      alternatives: {
        nodeIn: inTour,
        nodesOf,
        isChange: Uint8Array.from(owners, ({ teacher, id }) => (isChange(present, id, teacher) ? 1 : 0)),
        mostChanges,
        cost: Float64Array.from(cost),
      },
    },
  };
};

/** More than all ranks of a plan together. */
const changeCost = 100_000;

const isChange = (present: JointWeeks['present'], id: string, teacher: number): boolean =>
  (present[id] ?? teacher) !== teacher;

const startsOf = (lengths: readonly number[]): number[] =>
  lengths.map((_, index) => lengths.slice(0, index).reduce((sum, length) => sum + length, 0));

/** By node: the first node with the same id. */
const personsOf = (ids: readonly string[]): Int32Array => {
  const firstOf = new Map<string, number>();
  for (const [node, id] of ids.entries()) if (!firstOf.has(id)) firstOf.set(id, node);
  return Int32Array.from(ids, (id) => firstOf.get(id) ?? 0);
};

type Owner = { readonly teacher: number; readonly node: number; readonly id: string };

/**
 * Legs between all nodes. No tour has one between nodes of two teachers: it is what either of them would drive, so that the search knows which
 * students live near each other.
 */
const legsBetween = (parts: readonly Problem[], owners: readonly Owner[]) => {
  const nodeOf = parts.map(({ instance }) => new Map(instance.students.map(({ id }, index) => [id, index + 1])));
  const nodeIn = (teacher: number, { id, node }: Owner): number | undefined =>
    node === 0 ? 0 : nodeOf[teacher]?.get(id);
  return (minutesOf: (part: Problem) => Int32Array): Int32Array => {
    const leg = (teacher: number, from: Owner, to: Owner): number | undefined => {
      const part = parts[teacher];
      const [a, b] = [nodeIn(teacher, from), nodeIn(teacher, to)];
      return part && a !== undefined && b !== undefined ? at(minutesOf(part), a * part.nodes + b) : undefined;
    };
    const longest = Math.max(0, ...parts.map((part) => minutesOf(part).reduce((most, one) => Math.max(most, one), 0)));
    return Int32Array.from(
      owners.flatMap((from, i) =>
        owners.map((to, j) => {
          if (i === j) return 0;
          if (i === 0 || j === 0) return leg(i === 0 ? to.teacher : from.teacher, from, to) ?? 0;
          return leg(from.teacher, from, to) ?? leg(to.teacher, from, to) ?? longest;
        }),
      ),
    );
  };
};

/** The lessons of a joint week, by teacher. */
export const lessonsByTeacher = ({ parts, firstTour }: Joined, week: Week): PlannedLesson[][] =>
  parts.map((part, teacher) => lessonsWith(week, part, firstTour[teacher] ?? 0));
