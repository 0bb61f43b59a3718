import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { homeToHome } from '@rondo/contracts/calendar/legs.ts';
import { formatDuration, formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LoadingBlocks } from '../../ui/lists/panels.tsx';
import { QueryState } from '../../ui/lists/query-state.tsx';
import { stopPosition, type MapContent, type MapPoint, type StreetsAccess } from '../../map/model.ts';
import { RouteMap } from '../../map/route-map.tsx';
import { streetAndZip, type DayEntry } from '../days/entry.ts';
import type { Day } from '../days/day.ts';
import { noticesOf, stopsOf } from '../days/legs.ts';
import { studentsQuery } from '../queries.ts';
import { useRoads, useStreetsAccess, placeOf, usePlaces, type KnownPlace } from '../maps.ts';
import { useVisitInfo } from '../../map/info-window.tsx';

const keys = [
  { color: 'bg-stop-first', word: 'First' },
  { color: 'bg-stop', word: 'Stops' },
  { color: 'bg-stop-last', word: 'Last' },
] as const;

const longestLabel = 22;

/** A title that would overflow the map, truncated with an ellipsis. */
const shortened = (title: string): string =>
  title.length <= longestLabel ? title : `${title.slice(0, longestLabel - 1).trimEnd()}…`;

/** On the map a first name is enough; an appointment has none. */
const mapName = ({ title, kind }: Pick<DayEntry, 'title' | 'kind'>): string =>
  kind === 'appointment' ? shortened(title) : (title.split(' ')[0] ?? title);

const visitOf = ({ id, title, start, end, address }: DayEntry) => ({
  id,
  label: title,
  title,
  when: formatTimeRange(start, end),
  where: address === null ? '' : streetAndZip(address),
});

const atHome = 'home';

const noStudents: readonly Student[] = [];

/** The day's stops on a map, once the addresses of its students are loaded. */
export const RoutePanel = ({ day, teacher }: { readonly day: Day; readonly teacher: Teacher | null }) => {
  const students = useQuery(studentsQuery);
  const places = usePlaces(day.entries, students.data ?? noStudents);
  const streets = useStreetsAccess();
  return (
    <QueryState
      query={students}
      failed="The map did not load."
      waiting={<LoadingBlocks label="Loading the map" blocks={['h-[436px]']} />}
    >
      {() => <StopsOnMap day={day} home={teacher && placeOf(teacher)} places={places} streets={streets} />}
    </QueryState>
  );
};

/** The stops and drives of a day as a map has them. */
const contentOf = (day: Day, home: KnownPlace | null, places: ReadonlyMap<string, KnownPlace>): MapContent => {
  const stops = stopsOf(day.entries);
  return {
    points: [
      ...(home ? [{ id: atHome, place: home, mark: { kind: 'home' as const }, name: '', title: 'Home' }] : []),
      ...stops.flatMap(({ id, title, kind }, i): MapPoint[] => {
        const place = places.get(id);
        if (!place) return [];
        const mark = { kind: 'stop' as const, number: i + 1, position: stopPosition(i, stops.length) };
        return [{ id, place, mark, name: mapName({ title, kind }), title: `${i + 1}: ${title}` }];
      }),
    ],
    lines: day.legs
      .filter(({ minutes }) => minutes > 0)
      .map(({ from, to, minutes, short }) => ({
        id: `${from}>${to}`,
        from: from ?? atHome,
        to: to ?? atHome,
        tone: short > 0 ? 'short' : 'plain',
        dotted: short === 0 && (from === null || to === null),
        text: short > 0 ? `${formatDuration(minutes)}, short by ${short}` : formatDuration(minutes),
        tour: day.date,
      })),
  };
};

const StopsOnMap = (props: {
  readonly day: Day;
  readonly home: KnownPlace | null;
  readonly places: ReadonlyMap<string, KnownPlace>;
  readonly streets: StreetsAccess | null;
}) => {
  const { day, home, places, streets } = props;
  const stops = stopsOf(day.entries);
  const content = useMemo(() => contentOf(day, home, places), [day, home, places]);
  const driven = useMemo(
    () =>
      homeToHome(
        home,
        stops.flatMap(({ id }) => places.get(id) ?? []),
      ),
    [home, stops, places],
  );
  // Without streets nothing but straight lines could be drawn.
  const [road] = useRoads(streets ? [driven] : []);
  const roads = useMemo(
    () => (road && !road.approximate ? [{ tour: day.date, tone: 'plain' as const, line: road.line }] : []),
    [road, day.date],
  );
  const approximate = [home, ...stops.map(({ id }) => places.get(id))].some((place) => place?.approximate === true);
  const missing = stops.filter(({ id }) => !places.has(id));
  const visitInfo = useVisitInfo((id) => stops.filter((stop) => stop.id === id).map(visitOf));
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
      <RouteMap
        {...content}
        roads={roads}
        label={`Route Map: ${home ? 'home, ' : ''}${stops.length} ${stops.length === 1 ? 'stop' : 'stops'}${home ? ', home' : ''}`}
        streets={streets}
        zoom={12}
        {...visitInfo}
        empty="None of this day’s addresses could be located."
        notes={[
          ...(approximate ? ['Locations are approximate (ZIP code).'] : []),
          ...(missing.length > 0 ? [`Not on the map: ${missing.map(mapName).join(', ')}.`] : []),
          // The day says it beside the map if its drives are concerned too.
          ...(road?.notice && !noticesOf(day.legs).includes(road.notice) ? [road.notice] : []),
        ]}
      />
    </section>
  );
};
