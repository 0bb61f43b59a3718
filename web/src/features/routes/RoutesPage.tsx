import { placeholderCity, unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import { nextMonday } from '@rondo/contracts/calendar/dates.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useQuery } from '@tanstack/react-query';
import { Map as MapIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { streetOf } from '../../lib/address.ts';
import { queryClient } from '../../lib/queries.ts';
import { weekQuery } from '../../calendar/queries.ts';
import { currentUserQuery } from '../../lib/session.ts';
import { counted } from '../../lib/texts.ts';
import { useToday } from '../../lib/today.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Figure } from '../../ui/figure.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Card, EmptyPanel, ErrorPanel, Skeleton, WhileLoading } from '../../ui/panels.tsx';
import { weekRoutes, type DayRoute } from './week-routes.ts';

export const prefetch = async (): Promise<void> => {
  const user = await queryClient.ensureQueryData(currentUserQuery);
  if (user) await queryClient.prefetchQuery(weekQuery(nextMonday(user.today)));
};

const place = (lesson: CalendarLesson): { street: string; city: string } => {
  const home = { address: lesson.student?.address ?? null, city: lesson.student?.city ?? null, zipCode: null };
  const known = home.city === placeholderCity ? null : home.city;
  return { street: streetOf(home), city: known ?? '' };
};

const Stop = ({ lesson, teacher }: { readonly lesson: CalendarLesson; readonly teacher: boolean }) => {
  const { street, city } = place(lesson);
  return (
    <li className="grid min-h-14 grid-cols-[76px_minmax(0,1fr)_64px] items-center gap-x-4 border-b border-line-soft px-4 py-2 last:border-b-0">
      <span className="tabular-nums">{formatTime(lesson.start)}</span>
      <span className="min-w-0">
        <span className="block truncate font-strong">{lesson.student?.name || unknownStudent}</span>
        <span className="block text-small text-ink-3">
          {[street, city].filter((part) => part !== '').join(', ')}
          {teacher && (
            <>
              <span className="max-desk:hidden"> · </span>
              <span className="max-desk:block">{lesson.teacher.name}</span>
            </>
          )}
        </span>
      </span>
      <span className="text-right text-ink-2 tabular-nums">{lesson.duration} min</span>
    </li>
  );
};

const Day = ({ route, teachers }: { readonly route: DayRoute; readonly teachers: boolean }) => (
  <Card>
    <header className="flex items-baseline justify-between border-b border-line px-4 py-2.5">
      <h2 className="text-lead font-strong">{route.day}</h2>
      <span className="text-small text-ink-3">{counted(route.lessons.length, 'lesson')}</span>
    </header>
    <ol aria-label={route.day}>
      {route.lessons.map((lesson) => (
        <Stop key={lesson.lessonId} lesson={lesson} teacher={teachers} />
      ))}
    </ol>
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

/** The weekly lessons of the current week as a list of addresses, day by day. */
const RoutesPage = () => {
  const today = useToday();
  const monday = nextMonday(today);
  const { data, error, refetch } = useQuery(weekQuery(monday));
  const routes = data && weekRoutes(data, monday);
  const lessons = routes?.reduce((count, route) => count + route.lessons.length, 0) ?? 0;
  const manyTeachers = new Set(routes?.flatMap(({ lessons }) => lessons.map(({ teacherId }) => teacherId))).size > 1;
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
      {error ? (
        <ErrorPanel message={`The routes did not load. ${error.message}`} onRetry={() => void refetch()} />
      ) : routes === undefined ? (
        <Loading />
      ) : routes.length === 0 ? (
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
      ) : (
        <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_460px]">
          <div className="grid gap-4">
            {routes.map((route) => (
              <Day key={route.day} route={route} teachers={manyTeachers} />
            ))}
          </div>
          <MapPlaceholder />
        </div>
      )}
    </>
  );
};

export default RoutesPage;
