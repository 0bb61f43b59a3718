import type { Student } from '@rondo/contracts/api/students.ts';
import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Skeleton, WhileLoading } from '../../ui/panels.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RouteMap } from '../../ui/route-map.tsx';
import type { Day } from '../days/day.ts';
import { stopsOf } from '../days/legs.ts';
import { studentsQuery } from '../queries.ts';
import { placeOf, usePlaces, type KnownPlace } from './places.ts';

const keys = [
  { color: 'bg-stop-first', word: 'First' },
  { color: 'bg-stop', word: 'Stops' },
  { color: 'bg-stop-last', word: 'Last' },
] as const;

const longestLabel = 22;

/** A title that would overflow the map, truncated with an ellipsis. */
const shortened = (title: string): string =>
  title.length <= longestLabel ? title : `${title.slice(0, longestLabel - 1).trimEnd()}…`;

const noStudents: readonly Student[] = [];

/** The day's stops on a map, once the addresses of its students are loaded. */
export const RoutePanel = ({ day, teacher }: { readonly day: Day; readonly teacher: Teacher | null }) => {
  const students = useQuery(studentsQuery);
  const places = usePlaces(day.entries, students.data ?? noStudents);
  return (
    <QueryState
      query={students}
      failed="The map did not load."
      waiting={
        <WhileLoading label="Loading the map">
          <Skeleton className="h-[436px]" />
        </WhileLoading>
      }
    >
      {() => <StopsOnMap day={day} home={teacher && placeOf(teacher)} places={places} />}
    </QueryState>
  );
};

const StopsOnMap = (props: {
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
