import { useQuery } from '@tanstack/react-query';
import { read } from './queries.ts';

export const settingsQuery = read('GET /api/settings', {});

/** The currency of rates and new invoices. Until the settings have loaded it is the one that new studios have. */
export const useCurrency = (): string => useQuery(settingsQuery).data?.currency ?? 'USD';
