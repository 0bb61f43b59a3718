/** A moment that a screen shows or a restore leads to; `backupId` when a backup names it. */
export type MomentRef = { readonly asOf: string; readonly backupId: string | null };

/** The address of the schedule as it was at a moment. */
export const momentPath = ({ asOf, backupId }: MomentRef): string =>
  `/moment?${new URLSearchParams({ at: asOf, ...(backupId === null ? {} : { backup: backupId }) })}`;
