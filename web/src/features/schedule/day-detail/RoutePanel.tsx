import { useMemo } from 'react';
import { RouteMap } from '../../../ui/route-map.tsx';
import type { Day } from '../model/day.ts';
import { stopsOf } from '../model/legs.ts';
import type { KnownPlace } from './places.ts';

const keys = [
  { colour: 'bg-stop-first', word: 'First' },
  { colour: 'bg-stop', word: 'Stops' },
  { colour: 'bg-stop-last', word: 'Last' },
] as const;

/** The day's stops where they lie. */
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
        name: kind === 'appointment' ? title.slice(0, 22) : (title.split(' ')[0] ?? title),
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
          {keys.map(({ colour, word }) => (
            <li key={word} className="flex items-center gap-1.5">
              <i className={`size-2.5 rounded-full ${colour}`} />
              {word}
            </li>
          ))}
        </ul>
      </div>
      <RouteMap stops={stops} legs={legs} home={home} approximate={approximate} />
    </section>
  );
};
