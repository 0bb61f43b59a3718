/** Minutes of a drive that is unknown, or to or from a place that cannot be located. */
export const assumedDrive = 15;

/** Minutes between a teacher's lessons at different addresses, besides the drive: the teacher's own, else the studio's. */
export const minutesBetweenOf = (
  teacher: { readonly minutesBetween: number | null },
  studio: { readonly minutesBetween: number },
): number => teacher.minutesBetween ?? studio.minutesBetween;

/** Minutes that two stops must be apart. Only at one address there is no drive, and there lessons may follow each other at once. */
export const minutesApart = (drive: number, minutesBetween: number): number =>
  drive === 0 ? 0 : drive + minutesBetween;

/** Minutes by which the gap between two stops is too short for the drive and the time between lessons. */
export const shortBy = (drive: number, gap: number, minutesBetween: number): number =>
  Math.max(0, minutesApart(drive, minutesBetween) - gap);

/** The places of a day's drive from home and back; without the home if it is unknown. */
export const homeToHome = <Place>(home: Place | null, places: readonly Place[]): readonly Place[] =>
  home === null || places.length === 0 ? places : [home, ...places, home];
