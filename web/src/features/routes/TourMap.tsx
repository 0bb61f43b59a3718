import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { memo, useMemo } from 'react';
import { useVisitInfo } from '../../map/info-window.tsx';
import { noticesOf } from '../../calendar/days/legs.ts';
import { useStreetsAccess, type Road } from '../../calendar/maps.ts';
import { RouteMap } from '../../map/route-map.tsx';
import { daysOfTours, stopsAtPin, tourContent, type Tour, type TourStop } from './tours.ts';

const visitOf = ({ entry, sign, where }: TourStop) => ({
  id: entry.id,
  label: sign,
  title: entry.title,
  when: `${sign}, ${formatTimeRange(entry.start, entry.end)}`,
  where,
});

/** `notices`: why drives and roads are not exact. */
const notesOf = (tours: readonly Tour[], notices: readonly string[], onStreets: boolean): string[] => {
  const homes = tours.flatMap(({ driver }) => driver.home ?? []);
  const stops = tours.flatMap((tour) => tour.stops);
  const missing = [...new Set(stops.filter(({ place }) => place === null).map(({ entry }) => entry.title))];
  const approximate = [...homes, ...stops.map(({ place }) => place)].some((place) => place?.approximate === true);
  return [
    ...(onStreets ? [] : [`${homes.length > 0 ? 'Dotted: to and from home. ' : ''}Drawn to scale, without streets.`]),
    ...(approximate && notices.length === 0 ? ['Locations known by ZIP code are approximate.'] : []),
    ...(missing.length > 3 ? [`${missing.length} stops could not be located.`] : []),
    ...(missing.length > 0 && missing.length <= 3 ? [`Not on the map: ${missing.join(', ')}.`] : []),
    ...notices,
  ];
};

export const TourMap = memo(
  (props: {
    readonly tours: readonly Tour[];
    readonly roads: readonly (Road | null)[];
    readonly chosen: IsoDate | null;
  }) => {
    const { tours, chosen } = props;
    const streets = useStreetsAccess();
    const content = useMemo(() => tourContent(tours, chosen), [tours, chosen]);
    const roads = tours.flatMap((tour, i) => {
      const road = props.roads[i];
      const faint = chosen !== null && tour.date !== chosen;
      return road && !road.approximate ? [{ tour: tour.id, tone: tour.day, faint, line: road.line }] : [];
    });
    const ofRoads = props.roads.flatMap((road) => road?.notice ?? []);
    const notices = [...new Set([...noticesOf(tours.flatMap(({ legs }) => legs)), ...ofRoads])];
    const visitInfo = useVisitInfo((id) => stopsAtPin(tours, id).map(visitOf));
    return (
      <RouteMap
        {...content}
        roads={roads}
        label={`Map of routes: ${daysOfTours(tours)
          .map(({ names }) => names.long)
          .join(', ')}`}
        streets={streets}
        zoom={12}
        empty="Integration with mapping service coming soon"
        notes={notesOf(tours, notices, streets !== null)}
        {...visitInfo}
        className="h-[420px] rounded-card border border-line wide:h-full"
      />
    );
  },
);
