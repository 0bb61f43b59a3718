/** Minutes by which a lesson that stays may begin earlier or later. */
export const moveTolerances = [0, 5, 10, 15] as const;
export type MoveTolerance = (typeof moveTolerances)[number];
