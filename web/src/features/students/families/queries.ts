import type { HouseholdSuggestion } from '@rondo/contracts/api/people/households.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { currentUserQuery } from '../../../api/session/session.ts';
import { queryClient, read } from '../../../api/queries.ts';
import { familiesOf, noFamilies, type Families } from './families.ts';

export const householdsQuery = read('GET /api/households', {});
const suggestionsQuery = read('GET /api/households/suggestions', {});
// Invoices and days change it elsewhere, so every visit asks again.
const accountsQuery = { ...read('GET /api/accounts', {}), staleTime: 0 };

const queries = [householdsQuery, accountsQuery, suggestionsQuery] as const;

/** @param onSuggestion what is loaded when there is a suggestion */
export const prefetchFamilies = async (onSuggestion: () => Promise<unknown>): Promise<void> => {
  if (!(await queryClient.ensureQueryData(currentUserQuery))) return;
  const suggested = queryClient.fetchQuery(suggestionsQuery).catch(() => []);
  await Promise.all([queryClient.prefetchQuery(householdsQuery), queryClient.prefetchQuery(accountsQuery), suggested]);
  if ((await suggested).length > 0) await onSuggestion();
};

/** Families with what they owe, and the first that is suggested. Without them the list shows the students alone. */
export const useFamilies = (): {
  readonly isLoading: boolean;
  readonly families: Families;
  readonly suggestion: HouseholdSuggestion | null;
} => {
  const [households, accounts, suggestions] = useQueries({ queries });
  const families = useMemo(
    () => (households.data ? familiesOf(households.data, accounts.data ?? []) : noFamilies),
    [households.data, accounts.data],
  );
  return {
    isLoading: [households, accounts, suggestions].some(({ isPending }) => isPending),
    families,
    suggestion: suggestions.data?.[0] ?? null,
  };
};
