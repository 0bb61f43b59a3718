import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import type { Untold } from '../../../../schedule/lookup/untold.ts';

/** What mail about changes needs of the history. */
export type ChangeRooms = {
  /**
   * What families do not know of.
   * @param since the moment up to which the family of a student knows everything, where that is not when it was last told
   * @param only these students; all when absent
   */
  readonly untoldOf: (
    studioId: string,
    limits?: { readonly since?: ReadonlyMap<string, Instant>; readonly only?: ReadonlySet<string> },
  ) => Promise<Untold>;
  /** For each student, the latest moment up to which the family has been told of changes. Families never told have no entry. */
  readonly toldOf: (studioId: string) => Promise<ReadonlyMap<string, Instant>>;
};
