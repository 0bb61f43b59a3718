import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import type { Erasure } from '../accounts/erasure.ts';
import type { Roster } from '../roster/roster.ts';
import type { Schedules } from '../scheduling/schedules.ts';
import { erasureReactor } from './erasure.ts';
import { removalsReactor } from './removals.ts';
import { transfersReactor } from './transfers.ts';

/** Every reactor of this release. */
export const allReactors = (parts: { schedules: Schedules; roster: Roster; erasure: Erasure }): ReadModel[] => [
  removalsReactor(parts),
  transfersReactor(parts),
  erasureReactor(parts.erasure.eraseStudio),
];
