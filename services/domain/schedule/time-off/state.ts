import { endsAt, opensAt, wallTime, type WallTime } from '@rondo/contracts/calendar/closures/closures.ts';
import { closureInBrief } from '@rondo/contracts/calendar/closures/words.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { addDays, daysBetween } from '@rondo/contracts/calendar/dates.ts';
import { longestClosure, mostClosures } from '@rondo/contracts/api/studio/closures.ts';
import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import {
  closureAfter,
  isOnPolicy,
  isOnTerm,
  policyAfter,
  presentTerms,
  termAfter,
  timeoffEvents,
  type ClosureTerms,
  type EnteredClosure,
  type EnteredPolicy,
  type EnteredTerm,
  type Term,
  type TimeoffEvent,
} from '@rondo/contracts/events/schedule/timeoff.ts';
import { versionFor } from '@rondo/contracts/policy/policy.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Aggregate } from '../../../platform/commands/aggregate.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import type { Restorable } from '../../../platform/commands/undo/restorable.ts';
import { InvalidInput, limitMet, NotFound, RuleBroken, StaleRevision } from '../../../platform/kit/errors.ts';
import type { StudioNow } from '../../studio/clock.ts';

declare module '../../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly timeoff: CommandHandler<typeof timeoffEvents, TimeoffState>;
  }
}

export type TimeoffState = {
  /** By id, in the order in which they were entered; removed ones too. */
  readonly closures: ReadonlyMap<string, EnteredClosure>;
  /** The versions of the policy by id; removed ones too. */
  readonly policies: ReadonlyMap<string, EnteredPolicy>;
  /** Those that stand, by id. */
  readonly terms: ReadonlyMap<string, EnteredTerm>;
};

/** When the teachers of a studio do not teach, its policy and its terms. */
export const timeoffAggregate: Aggregate<typeof timeoffEvents, TimeoffState> = {
  category: timeoffEvents,
  stateVersion: 4,
  initialState: () => ({ closures: new Map(), policies: new Map(), terms: new Map() }),
  evolve: (state, event, recorded) => {
    const { closures, policies } = state;
    if (isOnPolicy(event)) {
      const policy = policyAfter(policies.get(event.data.policyId), event);
      return policy ? { ...state, policies: new Map(policies).set(policy.policyId, policy) } : state;
    }
    if (isOnTerm(event)) {
      const { termId } = event.data;
      const others = [...state.terms].filter(([id]) => id !== termId);
      const term = termAfter(state.terms.get(termId), event, recorded);
      return { ...state, terms: new Map(term ? [...others, [termId, term]] : others) };
    }
    const { closureId } = event.data;
    return {
      ...state,
      closures: new Map(closures).set(closureId, closureAfter(closures.get(closureId), event, recorded)),
    };
  },
};

export const timeoffStream = (studioId: string): string => streamName(timeoffEvents, studioId);

export type Clock = Pick<StudioNow, 'today'> & Partial<Pick<StudioNow, 'minute'>>;
export const wallNow = ({ today, minute = 0 }: Clock): WallTime => wallTime(today, minute);

/** True for one whose last day and time are past. */
export const isOver = (closure: Pick<ClosureTerms, 'to' | 'toTime'>, clock: Clock): boolean =>
  endsAt(closure) <= wallNow(clock);

type Closures = Pick<TimeoffState, 'closures' | 'policies'>;

/** How long lessons of a closure are owed by the version that is in force for its first day. */
const owedDaysOf = ({ policies }: Closures, { from, money }: ClosureTerms): number | null => {
  if (money !== 'owed') return null;
  const standing = [...policies.values()].filter(({ removed }) => !removed);
  return versionFor(standing, from)?.terms?.owedDays ?? null;
};

/** The closure as it is now. @throws NotFound */
const present = (
  state: Pick<TimeoffState, 'closures'>,
  closureId: string,
): EnteredClosure & { readonly terms: ClosureTerms } => {
  const entered = state.closures.get(closureId);
  const terms = entered && presentTerms(entered);
  if (!entered || !terms) throw new NotFound('There is no such closure.');
  return { ...entered, terms };
};

/** @throws InvalidInput */
const refuseTerms = (terms: ClosureTerms, clock: Clock): void => {
  const { from, to } = terms;
  if (to < from) throw new InvalidInput("The last day can't be before the first.");
  if (endsAt(terms) <= opensAt(terms)) throw new InvalidInput('The end time must be after the start time.');
  if (daysBetween(from, to) >= longestClosure)
    throw new InvalidInput(`A closure can last at most ${longestClosure} days.`);
  if (from > addDays(clock.today, 3 * 366)) throw new InvalidInput('A closure can begin at most three years ahead.');
  if (isOver(terms, clock)) throw new InvalidInput('These days are in the past. Cancel single lessons instead.');
};

/** @throws RuleBroken */
const refuseTooMany = (state: Pick<TimeoffState, 'closures'>, more: number, clock: Clock): void => {
  const standing = [...state.closures.values()].filter((entered) => {
    const terms = presentTerms(entered);
    return terms !== null && !isOver(terms, clock);
  });
  if (standing.length + more > mostClosures)
    throw limitMet('closures', new RuleBroken(`A studio can have at most ${mostClosures} closures.`));
};

type Entering = { readonly closureId: string; readonly terms: ClosureTerms; readonly lessons: number | null };

/** Enters closures. @throws InvalidInput, RuleBroken */
export const enterClosures =
  (entering: readonly Entering[], clock: Clock) =>
  (state: Closures): TimeoffEvent[] => {
    for (const { terms } of entering) refuseTerms(terms, clock);
    refuseTooMany(state, entering.length, clock);
    return entering.map(({ closureId, terms, lessons }) => ({
      type: 'ClosureEntered',
      data: { closureId, at: wallNow(clock), closure: { ...terms, owedDays: owedDaysOf(state, terms) }, lessons },
    }));
  };

/** What a closure would be after a change of some of its terms. @throws NotFound, StaleRevision, InvalidInput, RuleBroken */
export const changedTerms = (
  state: Closures,
  closureId: string,
  { changes, seen, clock }: { changes: Partial<ClosureTerms>; seen?: string | undefined; clock: Clock },
): ClosureTerms => {
  const { terms, revision } = present(state, closureId);
  if (seen !== undefined && seen !== String(revision)) throw new StaleRevision(changedElsewhere('closure'));
  if (isOver(terms, clock)) throw new RuleBroken('This closure is over. Keep or cancel single lessons instead.');
  const changed = { ...terms, ...changes };
  refuseTerms(changed, clock);
  return changed.money === terms.money ? changed : { ...changed, owedDays: owedDaysOf(state, changed) };
};

/** Changes a closure; a no-op if it is so already. @throws NotFound, StaleRevision, InvalidInput, RuleBroken */
export const changeClosure =
  (closureId: string, change: Parameters<typeof changedTerms>[2]) =>
  (state: Closures): TimeoffEvent[] => {
    const terms = changedTerms(state, closureId, change);
    if (isDeepStrictEqual(terms, present(state, closureId).terms)) return [];
    return [{ type: 'ClosureChanged', data: { closureId, at: wallNow(change.clock), closure: terms } }];
  };

/** Removes a closure; removing it again is a no-op. @throws NotFound */
export const removeClosure =
  (closureId: string, clock: Clock) =>
  (state: Pick<TimeoffState, 'closures'>): TimeoffEvent[] => {
    const entered = state.closures.get(closureId);
    if (!entered) throw new NotFound('There is no such closure.');
    return presentTerms(entered) === null ? [] : [{ type: 'ClosureRemoved', data: { closureId, at: wallNow(clock) } }];
  };

/** What stands, by id. */
type TimeoffContent = Readonly<Record<string, StandingRow | undefined>>;
type StandingRow =
  | { readonly closure: ClosureTerms }
  | { readonly policy: Pick<EnteredPolicy, 'policyId' | 'from' | 'terms'> }
  | { readonly term: Term };

const standing = ({ closures, policies, terms }: TimeoffState): TimeoffContent =>
  Object.fromEntries([
    ...[...closures].flatMap(([id, entered]): [string, StandingRow][] => {
      const closure = presentTerms(entered);
      return closure === null ? [] : [[id, { closure }]];
    }),
    ...[...policies].flatMap(([id, { removed, ...policy }]): [string, StandingRow][] =>
      removed ? [] : [[id, { policy }]],
    ),
    ...[...terms].map(([id, { name, from, to }]): [string, StandingRow] => [id, { term: { name, from, to } }]),
  ]);

const turnInto = (
  id: string,
  now: StandingRow | undefined,
  then: StandingRow | undefined,
  at: WallTime,
): TimeoffEvent => {
  if (then && 'policy' in then) return { type: 'PolicyEntered', data: { ...then.policy, at } };
  if (now && 'policy' in now) return { type: 'PolicyRemoved', data: { policyId: id, at } };
  if (then && 'term' in then)
    return { type: now ? 'TermChanged' : 'TermEntered', data: { termId: id, term: then.term } };
  if (now && 'term' in now) return { type: 'TermRemoved', data: { termId: id, term: now.term } };
  if (!then) return { type: 'ClosureRemoved', data: { closureId: id, at } };
  return now
    ? { type: 'ClosureChanged', data: { closureId: id, at, closure: then.closure } }
    : { type: 'ClosureEntered', data: { closureId: id, at, closure: then.closure, lessons: null } };
};

/** Closures, terms and the policy as they can be restored: what has begun stays as it was. */
export const restorableTimeoff: Restorable<typeof timeoffEvents, TimeoffState, TimeoffContent> = {
  aggregate: timeoffAggregate,
  contentOf: standing,
  restoreTo: (state, target, clock) => {
    const now = standing(state);
    const ids = [...new Set([...Object.keys(now), ...Object.keys(target ?? {})])];
    return ids.flatMap((id): TimeoffEvent[] => {
      const [is, then] = [now[id], target?.[id]];
      return isDeepStrictEqual(is, then) ? [] : [turnInto(id, is, then, wallNow(clock))];
    });
  },
  nameOf: (content, part = '') => {
    const row = content[part];
    if (!row) return 'The time off';
    if ('term' in row) return `The term ${row.term.name}`;
    return 'closure' in row
      ? `The time off ${closureInBrief(row.closure)}`
      : `The policy from ${shortDate(row.policy.from)}`;
  },
};
