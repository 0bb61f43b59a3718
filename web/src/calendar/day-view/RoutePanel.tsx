import { useMemo } from 'react';
import { RouteMap } from '../../ui/route-map.tsx';
import type { Day } from '../days/day.ts';
import { stopsOf } from '../days/legs.ts';
import type { KnownPlace } from './places.ts';

const keys = [
  { color: 'bg-stop-first', word: 'First' },
  { color: 'bg-stop', word: 'Stops' },
  { color: 'bg-stop-last', word: 'Last' },
] as const;

const longestLabel = 22;

/** A title that would overflow the map, truncated with an ellipsis. */
const shortened = (title: string): string =>
  title.length <= longestLabel ? title : `${title.slice(0, longestLabel - 1).trimEnd()}…`;

/** The day's stops on a map. */
export const RoutePanel = (props: {
  readonly day: Day;
  readonly home: KnownPlace | null;
  readonly places: ReadonlyMap<string, KnownPlace>;
}) => {
  const { day, home, places } = props;
  const { entries, legs } = day;
  const stops = useMemo(
    () =>
      stopsOf(entries).map(({ id, title, kind }, i) => ({
        id,
        number: i + 1,
        // On the map a first name is enough; an appointment has none.
        name: kind === 'appointment' ? shortened(title) : (title.split(' ')[0] ?? title),
        place: places.get(id) ?? null,
      })),
    [entries, places],
  );
  const approximate = [home, ...stops.map(({ id }) => places.get(id))].some((place) => place?.approximate === true);
  return (
    <section aria-label="Route Map" className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <h3 className="grow text-lead font-strong">Route Map</h3>
        <ul aria-hidden className="flex gap-3.5 text-small text-ink-2">
          {keys.map(({ color, word }) => (
            <li key={word} className="flex items-center gap-1.5">
              <i className={`size-2.5 rounded-full ${color}`} />
              {word}
            </li>
          ))}
        </ul>
      </div>
      <RouteMap stops={stops} legs={legs} home={home} approximate={approximate} />
    </section>
  );
};
