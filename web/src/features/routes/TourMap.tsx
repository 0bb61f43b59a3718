import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { memo, useMemo, useState } from 'react';
import type { KnownPlace } from '../../calendar/day-view/places.ts';
import { useStreetsAccess, type Road } from '../../calendar/streets.ts';
import { InfoWindow } from '../../ui/map/info-window.tsx';
import { RouteMap } from '../../ui/map/route-map.tsx';
import { tourContent, type Tour, type TourStop } from './tours.ts';

/** Says who is visited at a pin, and when. */
const PinInfo = ({ stops, onClose }: { readonly stops: readonly TourStop[]; readonly onClose: () => void }) => (
  <InfoWindow label={stops.map(({ sign }) => sign).join(', ')} onClose={onClose}>
    <ul className="grid gap-1.5">
      {stops.map(({ entry, sign, where }) => (
        <li key={entry.id}>
          <p className="font-strong break-words">{entry.title}</p>
          <p className="text-small text-ink-2 tabular-nums">
            {sign}, {formatTimeRange(entry.start, entry.end)}
          </p>
          <p className="text-small text-ink-2">{where}</p>
        </li>
      ))}
    </ul>
  </InfoWindow>
);

/** The stops that share a pin with one. */
const sharing = (tours: readonly Tour[], id: string): readonly TourStop[] => {
  const tour = tours.find(({ stops }) => stops.some(({ entry }) => entry.id === id));
  const address = tour?.stops.find(({ entry }) => entry.id === id)?.entry.address;
  return tour?.stops.filter(({ entry }) => entry.id === id || (address && entry.address === address)) ?? [];
};

const notesOf = (tours: readonly Tour[], home: KnownPlace | null, onStreets: boolean): string[] => {
  const stops = tours.flatMap((tour) => tour.stops);
  const missing = [...new Set(stops.filter(({ place }) => place === null).map(({ entry }) => entry.title))];
  const approximate = [home, ...stops.map(({ place }) => place)].some((place) => place?.approximate === true);
  return [
    ...(onStreets ? [] : [`${home ? 'Dotted: to and from home. ' : ''}Drawn to scale, without streets.`]),
    ...(approximate ? ['Locations known by ZIP code are approximate.'] : []),
    ...(missing.length > 3 ? [`${missing.length} stops could not be located.`] : []),
    ...(missing.length > 0 && missing.length <= 3 ? [`Not on the map: ${missing.join(', ')}.`] : []),
  ];
};

/** The week's tours, each in its day's color. */
export const TourMap = memo(
  (props: {
    readonly tours: readonly Tour[];
    readonly roads: readonly (Road | null)[];
    readonly home: KnownPlace | null;
    readonly chosen: IsoDate | null;
  }) => {
    const { tours, home, chosen } = props;
    const streets = useStreetsAccess();
    const [openId, setOpen] = useState<string | null>(null);
    const content = useMemo(() => tourContent(tours, home, chosen), [tours, home, chosen]);
    const roads = tours.flatMap((tour, i) => {
      const road = props.roads[i];
      const faint = chosen !== null && tour.date !== chosen;
      return road && !road.approximate ? [{ tour: tour.date, tone: tour.day, faint, line: road.line }] : [];
    });
    const notice = props.roads.find((road) => road?.notice)?.notice;
    const open = openId === null ? [] : sharing(tours, openId);
    return (
      <RouteMap
        {...content}
        roads={roads}
        label={`Map of routes: ${tours.map(({ names }) => names.long).join(', ')}`}
        streets={streets}
        zoom={12}
        empty="Integration with mapping service coming soon"
        notes={[...notesOf(tours, home, streets !== null), ...(notice ? [notice] : [])]}
        onSelect={(id) => setOpen(id === openId ? null : id)}
        info={
          openId !== null && open.length > 0
            ? { id: openId, content: <PinInfo stops={open} onClose={() => setOpen(null)} /> }
            : null
        }
        className="h-[420px] rounded-card border border-line wide:h-[max(420px,calc(100dvh-220px))]"
      />
    );
  },
);
