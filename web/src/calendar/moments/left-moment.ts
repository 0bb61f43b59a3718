import { queryClient } from '../../api/queries.ts';

// Stored with the studio's data, so that it is removed with the user's.
const key = ['left moment'] as const;
queryClient.setQueryDefaults(key, { gcTime: Infinity });

/** The address of the past that this visit looked at last, until it is back at now. */
export const rememberedMoment = (): string | null => queryClient.getQueryData<string>(key) ?? null;
export const rememberMoment = (address: string): void => {
  queryClient.setQueryData<string>(key, address);
};
export const forgetMoment = (): void => queryClient.removeQueries({ queryKey: key });
