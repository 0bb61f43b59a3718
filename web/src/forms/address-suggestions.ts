import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { read } from '../api/queries.ts';

const pause = 200;
const shortest = 3;
const most = 5;

/**
 * Completions of an address while the user types. Call `seek` at every keystroke; it is debounced. If suggestions are unavailable the list
 * is empty and the user types the whole address.
 */
export const useAddressSuggestions = (): { suggestions: readonly string[]; seek: (text: string) => void } => {
  const [typed, setTyped] = useState('');
  const [sought, setSought] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSought(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  const enough = sought.length >= shortest;
  const { data } = useQuery({
    ...read('GET /api/address-suggestions', { query: { q: sought } }),
    enabled: enough,
    placeholderData: keepPreviousData,
  });
  const fresh = enough && typed.trim().length >= shortest ? (data ?? []) : [];
  return {
    suggestions: fresh
      .map(({ address }) => address)
      .filter((address) => address !== typed.trim())
      .slice(0, most),
    seek: setTyped,
  };
};
