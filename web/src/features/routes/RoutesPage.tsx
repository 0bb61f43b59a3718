import type { Student } from '@rondo/contracts/api/students.ts';
import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { addDays, nextMonday, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { dateRange } from '@rondo/contracts/calendar/words.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useQueries } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { chooseTeacher, storeTeacher } from '../../calendar/chosen-teacher.ts';
import { placeOf, usePlaces } from '../../calendar/day-view/places.ts';
import { homeOf } from '../../calendar/days/day.ts';
import { drivingWord } from '../../calendar/days/legs.ts';
import { knownDurationParts } from '../../calendar/figures.ts';
import { preferencesQuery, studentsQuery, teachersQuery, weekQuery } from '../../calendar/queries.ts';
import { mapsKeyQuery, useRoads } from '../../calendar/streets.ts';
import { useWeek } from '../../calendar/week.ts';
import { queryClient } from '../../lib/queries.ts';
import { useSearchParam } from '../../lib/search-param.ts';
import { currentUserQuery } from '../../lib/session.ts';
import { useToday } from '../../lib/today.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Figure } from '../../ui/figure.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { EmptyPanel, Skeleton, WhileLoading } from '../../ui/panels.tsx';
import { QueryState, together } from '../../ui/query-state.tsx';
import { SelectOnDemand } from '../../ui/select-on-demand.tsx';
import { DayFilter } from './DayFilter.tsx';
import { TourList } from './TourList.tsx';
import { TourMap } from './TourMap.tsx';
import { toursOf, wholeSum, type Tour } from './tours.ts';

const queriesFrom = (monday: IsoDate) => [weekQuery(monday), teachersQuery, studentsQuery, preferencesQuery] as const;

export const prefetch = async (): Promise<void> => {
  const user = await queryClient.ensureQueryData(currentUserQuery);
  if (!user) return;
  const [week, teachers, students, preferences] = queriesFrom(nextMonday(user.today));
  await Promise.all([
    queryClient.prefetchQuery(week),
    queryClient.prefetchQuery(teachers),
    queryClient.prefetchQuery(students),
    queryClient.prefetchQuery(preferences),
    queryClient.prefetchQuery(mapsKeyQuery),
  ]);
};

type Loaded = {
  readonly rows: readonly CalendarLesson[];
  readonly teachers: readonly Teacher[];
  readonly students: readonly Student[];
  readonly preferred: string | null;
};

/** A teacher's tours of a week, with their roads. */
const useTours = (monday: IsoDate, { rows, students }: Loaded, teacher: Teacher | null) => {
  // Drives and roads load one by one: rendering the map and the list for each of them must not block the page.
  const days = useDeferredValue(useWeek(monday, rows, teacher));
  const entries = useMemo(() => days.flatMap((day) => day.entries), [days]);
  const places = usePlaces(entries, students);
  const home = useMemo(() => teacher && placeOf(teacher), [teacher]);
  const tours = useMemo(() => toursOf(days, { home, places, students }), [days, home, places, students]);
  const roads = useDeferredValue(useRoads(tours.map(({ driven }) => driven ?? [])));
  const miles = useMemo(
    () => tours.map(({ driven }, i) => (driven && driven.length < 2 ? 0 : (roads[i]?.miles ?? null))),
    [tours, roads],
  );
  return { tours, roads, miles, home };
};

const Figures = (props: {
  readonly tours: readonly Tour[];
  readonly miles: readonly (number | null)[];
  readonly teacher: Teacher;
}) => {
  const { tours, miles, teacher } = props;
  const total = wholeSum(miles);
  const lessons = tours.reduce((sum, tour) => sum + tour.lessons, 0);
  return (
    <>
      <Figure
        parts={knownDurationParts(wholeSum(tours.map(({ driving }) => driving)))}
        word={drivingWord(homeOf(teacher))}
        // A line of its own, so that nothing moves once the drives are known.
        className="max-desk:w-full max-desk:justify-center"
      />
      {/* Without a place there are no miles. */}
      {tours.every(({ driven }) => driven !== null) && (
        <Figure
          parts={[total === null ? { number: '–' } : { number: `${Math.round(total)}`, unit: 'mi' }]}
          word="a week"
        />
      )}
      <Figure parts={[{ number: `${lessons}` }]} word={lessons === 1 ? 'lesson' : 'lessons'} />
    </>
  );
};

const Loading = () => (
  <WhileLoading label="Loading routes">
    <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]">
      <Skeleton className="h-[420px] rounded-card" />
      <Skeleton className="h-[420px] rounded-card" />
    </div>
  </WhileLoading>
);

const NoRoutes = ({ teacher }: { readonly teacher: Teacher | null }) => (
  <EmptyPanel
    title="No routes scheduled"
    actions={
      <Link to="/planner" className={buttonClasses('primary')}>
        Go to the Planner
      </Link>
    }
  >
    {teacher ? `${teacher.name} has no lessons next week. ` : ''}Lessons appear here by weekday, in driving order.
    Generate a schedule in the Planner first.
  </EmptyPanel>
);

const Week = (props: { readonly monday: IsoDate; readonly loaded: Loaded }) => {
  const { monday, loaded } = props;
  const [named, setTeacher] = useSearchParam('teacher');
  const [dayParam, setDay] = useSearchParam('day');
  const teacher = chooseTeacher(loaded.teachers, { named, preferred: loaded.preferred });
  const { tours, roads, miles, home } = useTours(monday, loaded, teacher);
  const chosen = tours.find(({ date }) => date === dayParam)?.date ?? null;
  return (
    <>
      <PageHead
        title="Routes"
        subtitle={<p className="whitespace-nowrap text-ink-2">{dateRange(monday, addDays(monday, 6))}</p>}
        figures={teacher && tours.length > 0 && <Figures tours={tours} miles={miles} teacher={teacher} />}
        actions={
          teacher &&
          loaded.teachers.length > 1 && (
            <SelectOnDemand
              label="Teacher"
              look="filter"
              value={teacher.id}
              options={loaded.teachers.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => {
                storeTeacher(id);
                setTeacher(id);
              }}
            />
          )
        }
      />
      {!teacher || tours.length === 0 ? (
        <NoRoutes teacher={loaded.rows.length > 0 ? teacher : null} />
      ) : (
        <>
          <DayFilter tours={tours} chosen={chosen} onChoose={setDay} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)] max-wide:[&>*:last-child]:order-first">
            <TourList tours={tours} miles={miles} teacher={teacher.name} chosen={chosen} />
            <TourMap tours={tours} roads={roads} home={home} chosen={chosen} />
          </div>
        </>
      )}
    </>
  );
};

/** The tours of next week: who is visited on which day, and the drives between them. */
const RoutesPage = () => {
  const monday = nextMonday(useToday());
  const [rows, teachers, students, preferences] = useQueries({ queries: queriesFrom(monday) });
  const loaded = together(
    [rows, teachers, students, preferences],
    rows.data && teachers.data && students.data && preferences.data
      ? {
          rows: rows.data,
          teachers: teachers.data,
          students: students.data,
          preferred: preferences.data.defaultTeacherId,
        }
      : undefined,
  );
  return (
    <>
      <title>Routes - Rondo</title>
      <QueryState
        query={loaded}
        failed="The routes did not load."
        waiting={
          <>
            <PageHead title="Routes" />
            <Loading />
          </>
        }
      >
        {(given) => <Week monday={monday} loaded={given} />}
      </QueryState>
    </>
  );
};

export default RoutesPage;
