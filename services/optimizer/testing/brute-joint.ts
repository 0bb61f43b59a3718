import type { Instance } from '../week/instance.ts';
import { bruteForceWithIdle } from './brute-force.ts';

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

/**
 * The best joint plan by trying every choice of a teacher for every student, each teacher's week by brute force: for up to about five students.
 * Written from the rules, sharing no code with the solver.
 */
export const bruteJoint = ({ instances, present, mostChanges }: Weeks): JointFigures => {
  const ids = [...new Set(instances.flatMap(({ students }) => students.map(({ id }) => id)))];
  let found: JointFigures | undefined;
  const known = new Map<string, ReturnType<typeof bruteForceWithIdle>>();
  const choose = (index: number, chosen: ReadonlyMap<string, number>, changes: number): void => {
    const id = ids[index];
    if (id === undefined) {
      const parts = instances.map((instance, teacher) => {
        const here = ids.filter((one) => chosen.get(one) === teacher);
        const key = `${teacher} ${here.join()}`;
        const figures = known.get(key) ?? bruteForceWithIdle(partOf(instance, (one) => here.includes(one)));
        known.set(key, figures);
        return figures;
      });
      const sum = (key: 'weight' | 'preferred' | 'drive' | 'idle'): number =>
        parts.reduce((total, part) => total + part[key], 0);
      found = best(
        { weight: sum('weight'), preferred: sum('preferred'), drive: sum('drive'), idle: sum('idle'), changes },
        found,
      );
      return;
    }
    for (const [teacher, { students }] of instances.entries()) {
      if (!students.some((student) => student.id === id)) continue;
      const more = changes + (present[id] === undefined || present[id] === teacher ? 0 : 1);
      if (more <= mostChanges) choose(index + 1, new Map([...chosen, [id, teacher]]), more);
    }
  };
  choose(0, new Map(), 0);
  if (!found) throw new Error('No student may be taught.');
  return found;
};
