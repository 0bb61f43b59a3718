/** Minutes of a drive that is unknown, or to or from a place that cannot be located. */
export const assumedDrive = 15;

/** Minutes by which the gap between two stops is too short for the drive. */
export const shortBy = (minutes: number, gap: number): number => Math.max(0, minutes - gap);

/** The places of a day's drive from home and back; without the home if it is unknown. */
export const homeToHome = <Place>(home: Place | null, places: readonly Place[]): readonly Place[] =>
  home === null || places.length === 0 ? places : [home, ...places, home];
