import type { Instance } from '../week/instance.ts';
import type { MoveRules } from '../moves/moves.ts';
import { bruteForceWithIdle } from './brute-force.ts';
import { bruteMoves, byGoals, type MoveFigures } from './brute-moves.ts';

/** The figures of a joint plan, in the order of goals. */
export type JointFigures = {
  readonly weight: number;
  readonly preferred: number;
  readonly drive: number;
  readonly idle: number;
  readonly changes: number;
};

type Weeks = {
  readonly instances: readonly Instance[];
  readonly present: Readonly<Record<string, number>>;
  readonly mostChanges: number;
};

/** The students of a teacher's week whom a choice of teachers gives to that teacher. */
const partOf = (instance: Instance, isHere: (id: string) => boolean): Instance => {
  const stay = instance.students.map(({ id }) => isHere(id));
  const isIn = (node: number): boolean => node === 0 || stay[node - 1] === true;
  return {
    ...instance,
    students: instance.students.filter((_, i) => stay[i]),
    driveMinutes: instance.driveMinutes.filter((_, i) => isIn(i)).map((row) => row.filter((_, i) => isIn(i))),
  };
};

const best = (one: JointFigures, other: JointFigures | undefined): JointFigures => {
  if (!other) return one;
  const order =
    other.weight - one.weight ||
    other.preferred - one.preferred ||
    one.drive - other.drive ||
    one.idle - other.idle ||
    one.changes - other.changes;
  return order < 0 ? one : other;
};

type Choice = {
  /** By teacher: the ids of the students whom a choice gives to the teacher. */
  readonly here: readonly (readonly string[])[];
  readonly changes: number;
};

/** Every choice of a teacher for every student, within the limit on changes of teacher. */
const choicesOf = ({ instances, present, mostChanges }: Weeks): Choice[] => {
  const ids = [...new Set(instances.flatMap(({ students }) => students.map(({ id }) => id)))];
  let choices: Choice[] = [{ here: instances.map(() => []), changes: 0 }];
  for (const id of ids)
    choices = choices.flatMap(({ here, changes }) =>
      instances.flatMap(({ students }, teacher) => {
        const more = changes + ((present[id] ?? teacher) === teacher ? 0 : 1);
        if (more > mostChanges || !students.some((student) => student.id === id)) return [];
        return { here: here.map((own, index) => (index === teacher ? [...own, id] : own)), changes: more };
      }),
    );
  return choices;
};

/** What a function yields for some of a teacher's students, computed once each. */
const byPart = <T>(instances: readonly Instance[], compute: (part: Instance, teacher: number) => T) => {
  const known = new Map<string, T>();
  return (here: readonly string[], teacher: number): T => {
    const key = `${teacher} ${here.join()}`;
    const instance = instances[teacher];
    if (!instance) throw new Error('There is no such teacher.');
    const figures =
      known.get(key) ??
      compute(
        partOf(instance, (id) => here.includes(id)),
        teacher,
      );
    known.set(key, figures);
    return figures;
  };
};

/**
 * The best joint plan by trying every choice of a teacher for every student, each teacher's week by brute force: for up to about five students.
 * Written from the rules, sharing no code with the solver.
 */
export const bruteJoint = (weeks: Weeks): JointFigures => {
  const figuresOf = byPart(weeks.instances, bruteForceWithIdle);
  let found: JointFigures | undefined;
  for (const { here, changes } of choicesOf(weeks)) {
    const parts = here.map(figuresOf);
    const sum = (key: 'weight' | 'preferred' | 'drive' | 'idle'): number =>
      parts.reduce((total, part) => total + part[key], 0);
    found = best(
      { weight: sum('weight'), preferred: sum('preferred'), drive: sum('drive'), idle: sum('idle'), changes },
      found,
    );
  }
  if (!found) throw new Error('No student may be taught.');
  return found;
};

/**
 * By number of families that may move, each a student alone: the best figures of any joint plan, a change of teacher being a move; undefined where
 * no plan moves so few.
 */
export const bruteJointMoves = (
  weeks: Weeks,
  { households, standing, tolerance }: MoveRules,
): (MoveFigures | undefined)[] => {
  const own = <T>(values: Readonly<Record<string, T>>, ids: ReadonlySet<string>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([id]) => ids.has(id)));
  const figuresOf = byPart(weeks.instances, (part, teacher) => {
    const ids = new Set(part.students.map(({ id }) => id));
    return bruteMoves(part, {
      households: own(households, ids),
      // With another teacher nothing stays.
      standing: standing.filter(({ studentId }) => ids.has(studentId) && weeks.present[studentId] === teacher),
      tolerance,
      before: [],
    });
  });
  const all = choicesOf(weeks).flatMap(({ here }) => {
    let sums: MoveFigures[] = [{ kept: 0, placed: 0, preferred: 0, drive: 0, idle: 0, moved: 0 }];
    for (const each of here.map(figuresOf))
      sums = sums.flatMap((sum) =>
        each.flatMap((part): MoveFigures | readonly never[] =>
          part
            ? {
                kept: sum.kept + part.kept,
                placed: sum.placed + part.placed,
                preferred: sum.preferred + part.preferred,
                drive: sum.drive + part.drive,
                idle: sum.idle + part.idle,
                moved: sum.moved + part.moved,
              }
            : [],
        ),
      );
    return sums;
  });
  const most = Object.keys(households).length;
  return Array.from({ length: most + 1 }, (_, n) => all.filter(({ moved }) => moved <= n).toSorted(byGoals)[0]);
};
