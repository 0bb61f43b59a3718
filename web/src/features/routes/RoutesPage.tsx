import { placeholderCity, unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import { nextMonday, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useQuery } from '@tanstack/react-query';
import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { formatDuration, formatTime } from '@rondo/contracts/calendar/times.ts';
import { Hourglass, Map as MapIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { streetOf } from '../../lib/address.ts';
import { queryClient } from '../../lib/queries.ts';
import { homeOf } from '../../calendar/days/day.ts';
import { drivingWord } from '../../calendar/days/legs.ts';
import { teachersQuery, weekQuery } from '../../calendar/queries.ts';
import { useWeek } from '../../calendar/week.ts';
import { currentUserQuery } from '../../lib/session.ts';
import { counted } from '../../lib/texts.ts';
import { useToday } from '../../lib/today.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Figure } from '../../ui/figure.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Card, EmptyPanel, Skeleton, WhileLoading } from '../../ui/panels.tsx';
import { QueryState, together } from '../../ui/query-state.tsx';
import { weekRoutes, type DayRoute } from './week-routes.ts';

export const prefetch = async (): Promise<void> => {
  const user = await queryClient.ensureQueryData(currentUserQuery);
  if (!user) return;
  await Promise.all([
    queryClient.prefetchQuery(weekQuery(nextMonday(user.today))),
    queryClient.prefetchQuery(teachersQuery),
  ]);
};

const place = (lesson: CalendarLesson): { street: string; city: string } => {
  const home = { address: lesson.student?.address ?? null, city: lesson.student?.city ?? null, zipCode: null };
  const known = home.city === placeholderCity ? null : home.city;
  return { street: streetOf(home), city: known ?? '' };
};

const Stop = ({ lesson }: { readonly lesson: CalendarLesson }) => {
  const { street, city } = place(lesson);
  const pending = lesson.status === 'optimized';
  return (
    <li className="grid min-h-14 grid-cols-[76px_minmax(0,1fr)_64px] items-center gap-x-4 border-b border-line-soft px-4 py-2 last:border-b-0">
      <span className="tabular-nums">{formatTime(lesson.start)}</span>
      <span className="min-w-0">
        <span className="block truncate font-strong">{lesson.student?.name || unknownStudent}</span>
        <span className="block text-small text-ink-3">
          <span className="mr-2">{[street, city].filter((part) => part !== '').join(', ')}</span>
          {pending && (
            <span className="inline-flex items-center gap-1 font-control whitespace-nowrap text-accent">
              <Hourglass aria-hidden className="size-3" strokeWidth={2} />
              Pending
            </span>
          )}
        </span>
      </span>
      <span className="text-right text-ink-2 tabular-nums">{formatDuration(lesson.duration)}</span>
    </li>
  );
};

/** What the day's drive takes: as in the calendar, with every stop of that date. */
const Driving = (props: {
  readonly date: IsoDate;
  readonly monday: IsoDate;
  readonly rows: readonly CalendarLesson[];
  readonly teacher: Teacher;
}) => {
  const { date, monday, rows, teacher } = props;
  const day = useWeek(monday, rows, teacher).find((other) => other.date === date);
  if (!day || day.driving === null) return null;
  return ` · about ${formatDuration(day.driving)} ${drivingWord(homeOf(teacher))}`;
};

type WeekProps = {
  readonly monday: IsoDate;
  readonly rows: readonly CalendarLesson[];
  readonly teachers: readonly Teacher[];
};

const Day = ({ route, ...week }: WeekProps & { readonly route: DayRoute }) => (
  <Card>
    <header className="border-b border-line px-4 py-2.5">
      <h2 className="text-lead font-strong">{route.day}</h2>
    </header>
    {route.teachers.map(({ teacherId, name, lessons }) => {
      const teacher = week.teachers.find(({ id }) => id === teacherId);
      return (
        <section key={teacherId} aria-label={`${name}, ${route.day}`}>
          <h3 className="flex flex-wrap items-baseline gap-x-3 border-b border-line-soft bg-paper px-4 py-1.5 [section+section>&]:border-t">
            <span className="font-control">{name}</span>
            <span className="text-small font-small text-ink-3 tabular-nums">
              {counted(lessons.length, 'lesson')}
              {teacher && <Driving date={route.date} monday={week.monday} rows={week.rows} teacher={teacher} />}
            </span>
          </h3>
          <ol aria-label={`${route.day}, ${name}`}>
            {lessons.map((lesson) => (
              <Stop key={lesson.lessonId} lesson={lesson} />
            ))}
          </ol>
        </section>
      );
    })}
  </Card>
);

const Loading = () => (
  <WhileLoading label="Loading routes">
    <div className="grid gap-4">
      <Skeleton className="h-40 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </div>
  </WhileLoading>
);

const MapPlaceholder = () => (
  <div className="grid h-[400px] place-items-center content-center gap-2 rounded-card border border-line bg-card p-6 text-center text-ink-3 max-wide:h-40 wide:sticky wide:top-5">
    <MapIcon aria-hidden className="size-5" strokeWidth={1.75} />
    <p>Integration with mapping service coming soon</p>
  </div>
);

const NoRoutes = () => (
  <EmptyPanel
    title="No routes scheduled"
    actions={
      <Link to="/planner" className={buttonClasses('primary')}>
        Go to the Planner
      </Link>
    }
  >
    Weekly lessons appear here by weekday, in driving order. Generate a schedule in the Planner first.
  </EmptyPanel>
);

/** The weekly lessons of the current week as a list of addresses, by day and teacher. */
const RoutesPage = () => {
  const today = useToday();
  const monday = nextMonday(today);
  const rows = useQuery(weekQuery(monday));
  const teachers = useQuery(teachersQuery);
  const week = together(
    [rows, teachers],
    rows.data && teachers.data ? { rows: rows.data, teachers: teachers.data } : undefined,
  );
  const routes = rows.data && weekRoutes(rows.data, monday);
  const lessons = routes?.flatMap((route) => route.teachers).reduce((sum, own) => sum + own.lessons.length, 0) ?? 0;
  return (
    <>
      <title>Routes - Rondo</title>
      <PageHead
        title="Routes"
        figures={
          routes !== undefined && routes.length > 0 ? (
            <Figure parts={[{ number: `${lessons}` }]} word={lessons === 1 ? 'weekly lesson' : 'weekly lessons'} />
          ) : undefined
        }
      />
      <QueryState query={week} failed="The routes did not load." waiting={<Loading />}>
        {(loaded) =>
          !routes || routes.length === 0 ? (
            <NoRoutes />
          ) : (
            <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_460px]">
              <div className="grid gap-4">
                {routes.map((route) => (
                  <Day key={route.day} route={route} monday={monday} {...loaded} />
                ))}
              </div>
              <MapPlaceholder />
            </div>
          )
        }
      </QueryState>
    </>
  );
};

export default RoutesPage;
