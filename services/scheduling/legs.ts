import { fallbackDriveMinutes, type Maps, type Stop } from '../maps/drive-time.ts';

const keptLegs = 50_000;

const keyOf = (stop: Stop): string =>
  stop === null ? '' : `${stop.address}@${stop.precision === null ? '' : `${stop.latitude},${stop.longitude}`}`;

const legKey = (from: Stop, to: Stop): string => `${keyOf(from)}>${keyOf(to)}`;

/** Drive minutes between consecutive stops, kept in memory: a list of lessons asks for the same few legs again and again. */
export const legMemory = (mapsFor: (studioId: string) => Maps) => {
  const known = new Map<string, number>();

  const learn = async (studioId: string, stops: readonly Stop[]): Promise<void> => {
    const minutes = await mapsFor(studioId).driveMatrix(stops);
    if (known.size >= keptLegs) known.clear();
    stops.forEach((from, row) =>
      stops.forEach((to, column) => known.set(legKey(from, to), minutes[row]?.[column] ?? fallbackDriveMinutes)),
    );
  };

  /** Minutes from each stop to the next: one fewer than stops. */
  return async (studioId: string, stops: readonly Stop[]): Promise<number[]> => {
    const legs = stops.slice(1).map((to, i) => legKey(stops[i] ?? null, to));
    if (legs.some((leg) => !known.has(leg))) await learn(studioId, stops);
    return legs.map((leg) => known.get(leg) ?? fallbackDriveMinutes);
  };
};
export type Legs = ReturnType<typeof legMemory>;
