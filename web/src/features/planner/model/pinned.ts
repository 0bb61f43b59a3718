import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isPinnedFor } from '@rondo/contracts/lessons/pins.ts';
import type { Candidate } from './checklist.ts';

/** True for a student whose lesson a plan from a day on leaves where it is. */
export const isKept = (candidate: Candidate, startsOn: IsoDate): boolean =>
  candidate.optimized && isPinnedFor(candidate, startsOn);

/** Those whose lesson a plan from a day on leaves where it is, and those whose lesson it may move. */
export const pinnedAndMoving = (selected: readonly Candidate[], startsOn: IsoDate) => ({
  pinned: selected.filter((one) => isKept(one, startsOn)),
  moving: selected.filter((one) => one.optimized && !isKept(one, startsOn)),
});
