import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import type { Untold } from '../../../../schedule/lookup/untold.ts';

/** What mail about changes needs of the history. */
export type ChangeRooms = {
  /**
   * What families do not know of.
   * @param since for some students up to when the family knows everything, in place of when it was told last
   * @param only these students; all when absent
   */
  readonly untoldOf: (
    studioId: string,
    limits?: { readonly since?: ReadonlyMap<string, Instant>; readonly only?: ReadonlySet<string> },
  ) => Promise<Untold>;
  /** Up to when each student's family was told; those whose family never was are missing. */
  readonly toldOf: (studioId: string) => Promise<ReadonlyMap<string, Instant>>;
};
