import type { ProvenGoals } from '@rondo/contracts/events/schedule/joint.ts';
import type { ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import { joined } from '../../../lib/texts.ts';

/** The goals in their order, as the screens name them. */
const goals: readonly { readonly goal: keyof ProvenGoals; readonly name: string }[] = [
  { goal: 'placed', name: 'most students' },
  { goal: 'preferred', name: 'most preferred slots' },
  { goal: 'driving', name: 'least driving' },
  { goal: 'idle', name: 'least waiting' },
];

const namesOf = (proven: ProvenGoals, isProven: boolean): string =>
  joined(goals.filter(({ goal }) => proven[goal] === isProven).map(({ name }) => name));

/** The badge beside the headline: the whole plan if every goal is proven, else its first goal if that is; null for neither. */
export const proofBadge = (proven: ProvenGoals): string | null => {
  if (goals.every(({ goal }) => proven[goal])) return 'Proven optimal';
  return proven.placed ? 'Most students: proven' : null;
};

/** "Proven: most students. Not proven: most preferred slots, least driving and least waiting."; empty if every goal is proven. */
export const proofSentence = (proven: ProvenGoals): string => {
  const open = namesOf(proven, false);
  if (open === '') return '';
  const done = namesOf(proven, true);
  return `${done === '' ? '' : `Proven: ${done}. `}Not proven: ${open}.`;
};

/** "Proven so far: most students."; empty while nothing is. */
export const proofSoFar = (proven: ProvenGoals): string => {
  const done = namesOf(proven, true);
  return done === '' ? '' : `Proven so far: ${done}.`;
};

type Stats = ReportContent['optimizationStats'];
type Bounded = Pick<Stats, 'totalStudents' | 'totalStudentsScheduled' | 'bound'> & {
  readonly provenGoals: Pick<Stats['provenGoals'], 'placed'>;
};

/** "Stopped after 2 s." */
export const stoppedSentence = ({ seconds, stopped }: Pick<Stats, 'seconds' | 'stopped'>): string | null =>
  stopped ? `Stopped after ${Math.max(1, Math.round(seconds))} s.` : null;

/** The proof: what is known about how many students can be placed at all. */
export const boundSentence = ({ totalStudents, totalStudentsScheduled, bound, provenGoals }: Bounded): string => {
  if (totalStudentsScheduled === totalStudents) return 'Every selected student is placed.';
  if (provenGoals.placed || bound <= totalStudentsScheduled)
    return `${totalStudentsScheduled} is the most that can be placed in these hours.`;
  return `At most ${bound - totalStudentsScheduled} more can be placed: no plan has more than ${bound}.`;
};
