import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { addDays, isIsoDate, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { dateRange, longDate } from '@rondo/contracts/calendar/words.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useQueries } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, type ReactNode } from 'react';
import { Link, type LoaderFunctionArgs } from 'react-router-dom';
import { chooseTeacher, storeTeacher, visitedWeek, visitWeek } from '../../calendar/opening.ts';
import { placeOf, usePlaces, prefetchStreets, useRoads } from '../../calendar/maps.ts';
import { homeOf, wholeSum } from '../../calendar/days/day.ts';
import { areAbout, type Home } from '../../calendar/days/legs.ts';
import { DrivingFigure, LessonsFigure } from '../../calendar/figures.tsx';
import { preferencesQuery, studentsQuery, teachersQuery, weekQuery } from '../../calendar/queries.ts';
import { useWeekSteps, useWeeks } from '../../calendar/week.ts';
import { queryClient } from '../../api/queries.ts';
import { useSearchParam } from '../../lib/page/search-param.ts';
import { currentUserQuery } from '../../api/session/session.ts';
import { useToday } from '../../api/today.ts';
import { buttonClasses, IconButton } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Figure } from '../../ui/figures/figure.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { EmptyPanel, Skeleton, WhileLoading } from '../../ui/lists/panels.tsx';
import { QueryState, together } from '../../ui/lists/query-state.tsx';
import { SelectOnDemand } from '../../ui/fields/select-on-demand.tsx';
import { DayFilter } from './DayFilter.tsx';
import { TourList } from './TourList.tsx';
import { TourMap } from './TourMap.tsx';
import { daysOfTours, driversOf, toursOf, type Tour } from './tours.ts';

const queriesFrom = (monday: IsoDate) => [weekQuery(monday), teachersQuery, studentsQuery, preferencesQuery] as const;

/** The Monday that the URL names, else of the week that the schedule showed, else of this week. */
const mondayIn = (week: string | null, today: IsoDate): IsoDate =>
  week !== null && isIsoDate(week) ? mondayOf(week) : (visitedWeek() ?? mondayOf(today));

export const prefetch = async ({ request }: LoaderFunctionArgs): Promise<void> => {
  const user = await queryClient.ensureQueryData(currentUserQuery);
  if (!user) return;
  const named = new URL(request.url).searchParams.get('week');
  const [week, teachers, students, preferences] = queriesFrom(mondayIn(named, user.today));
  await Promise.all([
    queryClient.prefetchQuery(week),
    queryClient.prefetchQuery(teachers),
    queryClient.prefetchQuery(students),
    queryClient.prefetchQuery(preferences),
    prefetchStreets(),
  ]);
};

type Loaded = {
  readonly rows: readonly CalendarLesson[];
  readonly teachers: readonly Teacher[];
  readonly students: readonly Student[];
  readonly preferred: string | null;
};

/** The tours of teachers in a week, by day, with their roads. */
const useTours = (monday: IsoDate, { rows, students }: Loaded, teachers: readonly Teacher[]) => {
  // Drives and roads load one by one: rendering the map and the list for each of them must not block the page.
  const weeks = useDeferredValue(useWeeks(monday, rows, teachers));
  const entries = useMemo(() => weeks.flat().flatMap((day) => day.entries), [weeks]);
  const places = usePlaces(entries, students);
  const tours = useMemo(() => {
    const drivers = driversOf(teachers.map((teacher) => ({ ...teacher, home: placeOf(teacher) })));
    return drivers
      .flatMap((driver, i) => toursOf(weeks[i] ?? [], { driver, places, students }))
      .toSorted((a, b) => a.date.localeCompare(b.date));
  }, [weeks, teachers, places, students]);
  const roads = useDeferredValue(useRoads(tours.map(({ driven }) => driven ?? [])));
  const miles = useMemo(
    () => tours.map(({ driven }, i) => (driven && driven.length < 2 ? 0 : (roads[i]?.miles ?? null))),
    [tours, roads],
  );
  return { tours, roads, miles };
};

const Figures = (props: {
  readonly tours: readonly Tour[];
  readonly miles: readonly (number | null)[];
  readonly home: Home | null;
}) => {
  const { tours, miles, home } = props;
  const total = wholeSum(miles);
  return (
    <>
      {/* A line of its own, so that nothing moves once the drives are known. */}
      <DrivingFigure
        minutes={wholeSum(tours.map(({ driving }) => driving))}
        home={home}
        about={areAbout(tours.flatMap(({ legs }) => legs))}
        className="max-desk:w-full max-desk:justify-center"
      />
      {/* Without a place there are no miles. */}
      {tours.every(({ driven }) => driven !== null) && (
        <Figure
          parts={[total === null ? { number: '–' } : { number: `${Math.round(total)}`, unit: 'mi' }]}
          word="a week"
        />
      )}
      <LessonsFigure lessons={tours.reduce((sum, tour) => sum + tour.lessons, 0)} />
    </>
  );
};

/** Side by side, as high as the window allows; in smaller windows one above the other. */
const listAndMap =
  'fills-height grid grid-cols-[minmax(0,1fr)] gap-4 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)] wide:grid-rows-[100%]';

/** As high as what it stands for, so that nothing moves when that is there. */
const Loading = () => (
  <WhileLoading label="Loading routes">
    <Skeleton className="mb-3 h-9 max-desk:h-11" />
    <div className={listAndMap}>
      <Skeleton className="h-[420px] rounded-card wide:h-full" />
      <Skeleton className="h-[420px] rounded-card wide:h-full" />
    </div>
  </WhileLoading>
);

const NoRoutes = (props: { readonly who: string | null; readonly monday: IsoDate }) => (
  <EmptyPanel
    title="No routes scheduled"
    actions={
      <Link to="/planner" className={buttonClasses('primary')}>
        Go to the Planner
      </Link>
    }
  >
    {props.who === null ? '' : `${props.who} in the week of ${longDate(props.monday)}. `}Lessons appear here by weekday,
    in driving order. Generate a schedule in the Planner first.
  </EmptyPanel>
);

/** The address names all teachers by this. */
const everyone = 'all';

const TeacherFilter = (props: {
  readonly teachers: readonly Teacher[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => {
  const { teachers, value, onChange } = props;
  const options = teachers.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SelectOnDemand
      label="Teacher"
      look="filter"
      value={value}
      options={[{ value: everyone, label: 'All teachers' }, ...options]}
      onChange={(id) => {
        if (id !== everyone) storeTeacher(id);
        onChange(id);
      }}
    />
  );
};

/** The title with the week's dates, between the ways to its neighbors. */
const Head = (props: { readonly monday: IsoDate; readonly figures?: ReactNode; readonly actions?: ReactNode }) => {
  const { monday, figures, actions } = props;
  const current = mondayOf(useToday());
  const [, setWeek] = useSearchParam('week');
  const { before, after, goBack, goOn } = useWeekSteps(monday, setWeek);
  const near = (week: IsoDate): void => void queryClient.prefetchQuery(weekQuery(week));
  return (
    <PageHead
      title="Routes"
      subtitle={
        <div className="flex items-center">
          <p className="min-w-40 whitespace-nowrap text-ink-2 tabular-nums">{dateRange(monday, addDays(monday, 6))}</p>
          <IconButton icon={ChevronLeft} label="Previous week" onPointerEnter={() => near(before)} onClick={goBack} />
          <IconButton icon={ChevronRight} label="Next week" onPointerEnter={() => near(after)} onClick={goOn} />
          {monday !== current && (
            <button
              type="button"
              className="relative ml-1 font-control whitespace-nowrap text-accent after:absolute after:-inset-2 after:-left-1 hover:underline max-desk:after:-inset-y-3"
              onPointerEnter={() => near(current)}
              onClick={() => setWeek(current)}
            >
              Today
            </button>
          )}
        </div>
      }
      figures={figures}
      actions={actions}
    />
  );
};

const Week = (props: { readonly monday: IsoDate; readonly loaded: Loaded }) => {
  const { monday, loaded } = props;
  const [named, setTeacher] = useSearchParam('teacher');
  const [dayParam, setDay] = useSearchParam('day');
  const isAll = named === everyone && loaded.teachers.length > 1;
  const teacher = chooseTeacher(loaded.teachers, { named, preferred: loaded.preferred });
  const visible = useMemo(
    () => (isAll ? loaded.teachers : loaded.teachers.filter((one) => one === teacher)),
    [isAll, loaded.teachers, teacher],
  );
  const { tours, roads, miles } = useTours(monday, loaded, visible);
  const days = daysOfTours(tours);
  const chosen = days.find(({ date }) => date === dayParam)?.date ?? null;
  // Of several teachers, one whose home is not known makes the sum no drive from home to home.
  const home = visible
    .map(homeOf)
    .reduce<Home | null>((all, one) => all && one, visible[0] ? homeOf(visible[0]) : null);
  const who = isAll ? 'No teacher has lessons' : teacher && `${teacher.name} has no lessons`;
  return (
    <>
      <Head
        monday={monday}
        figures={tours.length > 0 && <Figures tours={tours} miles={miles} home={home} />}
        actions={
          teacher &&
          loaded.teachers.length > 1 && (
            <TeacherFilter teachers={loaded.teachers} value={isAll ? everyone : teacher.id} onChange={setTeacher} />
          )
        }
      />
      {tours.length === 0 ? (
        <NoRoutes who={who} monday={monday} />
      ) : (
        <>
          <DayFilter days={days} chosen={chosen} onChoose={setDay} />
          <div className={cn(listAndMap, 'max-wide:[&>*:last-child]:order-first')}>
            <TourList tours={tours} miles={miles} chosen={chosen} />
            <TourMap tours={tours} roads={roads} chosen={chosen} />
          </div>
        </>
      )}
    </>
  );
};

/** The tours of a week, the same as the schedule's unless the URL names another: who is visited on which day, and the drives between them. */
const RoutesPage = () => {
  const [week] = useSearchParam('week');
  const monday = mondayIn(week, useToday());
  useEffect(() => {
    if (week !== null) visitWeek(monday);
  }, [week, monday]);
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
            <Head
              monday={monday}
              figures={<Skeleton className="h-12 w-96 max-desk:h-[83px] max-desk:w-full" />}
              actions={
                (teachers.data === undefined || teachers.data.length > 1) && (
                  <Skeleton className="h-9 w-48 max-desk:h-11" />
                )
              }
            />
            <Loading />
          </>
        }
      >
        {(data) => <Week monday={monday} loaded={data} />}
      </QueryState>
    </>
  );
};

export default RoutesPage;
