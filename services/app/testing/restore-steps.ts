import fc from 'fast-check';
import { anyWhere } from '../../domain/lessons/testing/random-steps.ts';
import { teachers } from '../../domain/lessons/testing/steps.ts';
import { feedSteps, scheduleSteps, type AnyStep } from './acts.ts';
import { bulkSteps } from './bulk-acts.ts';
import { moneySteps } from './invoice-acts.ts';
import { peopleSteps } from './people-acts.ts';

const restoreKinds = ['moment', 'right after a restore', 'before a restore', 'automatic backup'] as const;

export type RestoreStep = {
  readonly kind: 'restore to';
  readonly what: (typeof restoreKinds)[number];
  readonly nth: number;
  readonly teacherId: string | null;
  /** After how many writes its process ends, if it does, and how many days later the next one starts. */
  readonly killedAfter: number | null;
  readonly daysBetween: number;
};
type WaitStep = { readonly kind: 'wait'; readonly nth: number };
type UndoStep = { readonly kind: 'undo'; readonly nth: number };
export type HistoryStep = AnyStep | RestoreStep | WaitStep | UndoStep;

const anyPlanStep = fc.record({
  kind: fc.constantFrom(
    'plan' as const,
    'plan',
    'accept',
    'reject',
    'withdraw',
    'weekly',
    'give date',
    'pick alternative',
  ),
  ...anyWhere,
});
const anyOtherStep: fc.Arbitrary<AnyStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom(...scheduleSteps), ...anyWhere }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom(...peopleSteps), ...anyWhere }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom(...bulkSteps, ...feedSteps), ...anyWhere }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom(...moneySteps), ...anyWhere }) },
);

const anyRestore = (killed: boolean): fc.Arbitrary<RestoreStep> =>
  fc.record({
    kind: fc.constant('restore to'),
    what: fc.constantFrom(...restoreKinds),
    nth: fc.nat(20),
    teacherId: fc.constantFrom(null, null, ...teachers),
    killedAfter: killed ? fc.nat(45) : fc.constant(null),
    daysBetween: killed ? fc.constantFrom(0, 0, 1, 9) : fc.constant(0),
  });

/** A studio's life in which moments are restored, one after another. */
export const anyHistory = (killed: boolean): fc.Arbitrary<HistoryStep[]> =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: anyPlanStep },
      { weight: 3, arbitrary: anyOtherStep },
      { weight: 3, arbitrary: anyRestore(killed) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), nth: fc.nat(3) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), nth: fc.nat(20) }) },
    ),
    { minLength: 3, maxLength: 12, size: 'max' },
  );
