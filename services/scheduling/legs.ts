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
  const between = async (studioId: string, stops: readonly Stop[]): Promise<number[]> => {
    const legs = stops.slice(1).map((to, i) => legKey(stops[i] ?? null, to));
    if (legs.some((leg) => !known.has(leg))) await learn(studioId, stops);
    return legs.map((leg) => known.get(leg) ?? fallbackDriveMinutes);
  };

  /** Minutes from any of these stops to any other, to be asked without waiting. */
  const table = async (studioId: string, stops: readonly Stop[]): Promise<(from: Stop, to: Stop) => number> => {
    const each = [...new Map(stops.map((stop) => [keyOf(stop), stop])).values()];
    const missing = each.some((from) => each.some((to) => !known.has(legKey(from, to))));
    if (missing) await learn(studioId, each);
    return (from, to) => known.get(legKey(from, to)) ?? fallbackDriveMinutes;
  };

  return Object.assign(between, { table });
};
export type Legs = ReturnType<typeof legMemory>;
