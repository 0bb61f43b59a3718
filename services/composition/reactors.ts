import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import type { Erasure } from '../erasure/erasure.ts';
import type { Roster } from '../roster/roster.ts';
import type { Schedules } from '../schedule/schedules.ts';
import { erasureReactor } from '../erasure/erasure-reactor.ts';
import { removalsReactor } from '../lessons/removals.ts';
import { transfersReactor } from '../lessons/transfers.ts';

/** Every reactor of this release. */
export const allReactors = (parts: { schedules: Schedules; roster: Roster; erasure: Erasure }): ReadModel[] => [
  removalsReactor(parts),
  transfersReactor(parts),
  erasureReactor(parts.erasure.eraseStudio),
];
