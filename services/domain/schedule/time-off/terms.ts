import { longestTerm, mostTerms } from '@rondo/contracts/api/studio/terms.ts';
import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import { daysBetween } from '@rondo/contracts/calendar/dates.ts';
import type { EnteredTerm, Term, TimeoffEvent } from '@rondo/contracts/events/schedule/timeoff.ts';
import { isDeepStrictEqual } from 'node:util';
import { InvalidInput, limitMet, NotFound, RuleBroken, StaleRevision } from '../../../platform/kit/errors.ts';
import type { TimeoffState } from './state.ts';

type Terms = Pick<TimeoffState, 'terms'>;

/** @throws NotFound */
const present = ({ terms }: Terms, termId: string): EnteredTerm => {
  const term = terms.get(termId);
  if (!term) throw new NotFound('There is no such term.');
  return term;
};

/** @throws InvalidInput, RuleBroken for one that covers days of another */
const refuseTerm = ({ terms }: Terms, termId: string, { from, to }: Term): void => {
  if (to < from) throw new InvalidInput("The last day can't be before the first.");
  if (daysBetween(from, to) >= longestTerm) throw new InvalidInput(`A term can last at most ${longestTerm} days.`);
  const other = [...terms.values()].find((one) => one.termId !== termId && one.from <= to && from <= one.to);
  if (other) throw new RuleBroken(`${other.name} covers some of these days.`);
};

/** Enters a term. @throws InvalidInput, RuleBroken */
export const enterTerm =
  (termId: string, term: Term) =>
  (state: Terms): TimeoffEvent[] => {
    refuseTerm(state, termId, term);
    if (state.terms.size >= mostTerms)
      throw limitMet('terms', new RuleBroken(`A studio can have at most ${mostTerms} terms.`));
    return [{ type: 'TermEntered', data: { termId, term } }];
  };

/** Changes a term; a no-op if it is so already. @throws NotFound, StaleRevision, InvalidInput, RuleBroken */
export const changeTerm =
  (termId: string, { changes, seen }: { readonly changes: Partial<Term>; readonly seen: string | undefined }) =>
  (state: Terms): TimeoffEvent[] => {
    const { name, from, to, revision } = present(state, termId);
    if (seen !== undefined && seen !== String(revision)) throw new StaleRevision(changedElsewhere('term'));
    const term = { name, from, to, ...changes };
    refuseTerm(state, termId, term);
    return isDeepStrictEqual(term, { name, from, to }) ? [] : [{ type: 'TermChanged', data: { termId, term } }];
  };

/** Removes a term. @throws NotFound */
export const removeTerm =
  (termId: string) =>
  (state: Terms): TimeoffEvent[] => {
    const { name, from, to } = present(state, termId);
    return [{ type: 'TermRemoved', data: { termId, term: { name, from, to } } }];
  };
