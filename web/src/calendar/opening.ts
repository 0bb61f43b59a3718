import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { queryClient } from '../api/queries.ts';

export type Opening = { readonly monday: IsoDate; readonly teacherId: string };

// Stored with the studio's data, so that it is removed with the user's.
const key = ['schedule opening'] as const;

/** Sets where the calendar opens next if its URL names no week: where a plan begins after it is generated or accepted. */
export const openScheduleOn = (opening: Opening): void => {
  queryClient.setQueryData<Opening>(key, opening);
};

/** Returns the date and clears it; the next visit opens as usual. */
export const takeOpening = (): Opening | null => {
  const opening = queryClient.getQueryData<Opening>(key) ?? null;
  queryClient.removeQueries({ queryKey: key });
  return opening;
};

let visited: IsoDate | null = null;

/** The week that an address named last on this visit: where the schedule and the routes open if their own address names none. */
export const visitedWeek = (): IsoDate | null => visited;
export const visitWeek = (monday: IsoDate): void => {
  visited = monday;
};

// The teacher viewed last, stored in this browser.
const storageKey = 'rondo.selectedTeacher';

const readStored = (): string | null => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    // Storage is not available: fall back to the default teacher.
    return null;
  }
};

export const storeTeacher = (teacherId: string): void => {
  try {
    localStorage.setItem(storageKey, teacherId);
  } catch {
    // Storage is not available: only the convenience is lost.
  }
};

/** In place of a teacher: all of them, side by side, as far as they have room. */
export const everyTeacher = 'all';

type Choices = {
  /** From the URL. */
  readonly named: string | null;
  readonly stored?: string | null;
  /** From the user's preferences. */
  readonly preferred: string | null;
};

/** Whose calendar is shown: the teacher in the URL, else the stored one if they still exist, else the user's default, else the first. */
export const chooseTeacher = <Teacher extends { readonly id: string }>(
  teachers: readonly Teacher[],
  { named, stored = readStored(), preferred }: Choices,
): Teacher | null => {
  const find = (id: string | null): Teacher | undefined => teachers.find((teacher) => teacher.id === id);
  return find(named) ?? find(stored) ?? find(preferred) ?? teachers[0] ?? null;
};
