import { addDays, isIsoDate, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom';
import { chooseTeacher } from '../../calendar/opening.ts';
import { totalOf } from '../../calendar/days/day.ts';
import { DriveNotes, Legend, WeekGrid, WeekSkeleton } from '../../calendar/week-view/WeekGrid.tsx';
import { useNow } from '../../calendar/now.ts';
import { lessonsQuery } from '../../calendar/queries.ts';
import { useWeek } from '../../calendar/week.ts';
import { queryClient, read } from '../../api/queries.ts';
import { currentUserQuery } from '../../api/session/session.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Figure } from '../../ui/figures/figure.tsx';
import { EmptyPanel } from '../../ui/lists/panels.tsx';
import { QueryState, together } from '../../ui/lists/query-state.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { WeekNavigation } from './components/WeekHeader.tsx';
import { History } from 'lucide-react';
import { agoText, momentText, usePlace } from '../../calendar/moments/moment-text.ts';
import { cn } from '../../ui/cn.ts';

const onInk =
  'inline-flex h-9 items-center justify-center rounded-control border px-3.5 font-control whitespace-nowrap focus-visible:outline-paper max-desk:h-11 max-desk:flex-1';

/** Says unmistakably that this is not the present: an ink bar that stays on top, and an ink frame around the page. */
const MomentBanner = ({ asOf, onRestore }: { readonly asOf: string; readonly onRestore: () => void }) => {
  const place = usePlace();
  return (
    <>
      <i
        aria-hidden
        className="pointer-events-none fixed inset-0 z-20 border-x-4 border-b-4 border-ink max-desk:border-x-[3px] max-desk:border-b-0 print:hidden"
      />
      <section
        aria-label="Looking at another moment"
        className="sticky top-0 z-20 -mx-6 -mt-5 mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 bg-ink px-7 py-2.5 text-paper max-desk:-mx-4 max-desk:-mt-3 max-desk:mb-3 max-desk:px-4 max-desk:pb-3"
      >
        <History aria-hidden className="size-5 shrink-0 max-desk:hidden" strokeWidth={1.75} />
        <h1 className="text-title font-title max-desk:w-full">As it stood on {momentText(asOf, place)}</h1>
        <p className="grow text-[color-mix(in_oklab,var(--color-paper)_76%,var(--color-ink))] max-desk:w-full">
          {agoText(asOf, place)}, read-only
        </p>
        <button
          type="button"
          onClick={onRestore}
          className={cn(onInk, 'border-[color-mix(in_oklab,var(--color-paper)_36%,transparent)] hover:border-paper')}
        >
          Restore this
        </button>
        <Link to="/schedule" className={cn(onInk, 'border-transparent bg-paper text-ink hover:opacity-90')}>
          Back to now
        </Link>
      </section>
    </>
  );
};

const RestoreMomentDialog = lazy(() => import('../../calendar/moments/RestoreMomentDialog.tsx'));

/** The lesson rows of the studio that touched a Monday-to-Sunday week at a moment. */
const pastWeekQuery = (asOf: string, monday: IsoDate) => lessonsQuery({ asOf, from: monday, to: addDays(monday, 6) });
const teachersAt = (asOf: string) => read('GET /api/teachers', { query: { asOf } });

/** The part of the page's state that is in the URL: `/moment?at=2026-11-12T20:05:00Z&backup=ID&week=2026-11-23&teacher=ID`. */
const addressOf = (search: URLSearchParams, today: IsoDate) => {
  const week = search.get('week');
  return {
    asOf: search.get('at'),
    backupId: search.get('backup'),
    monday: mondayOf(week !== null && isIsoDate(week) ? week : today),
    teacherId: search.get('teacher'),
  };
};

export const prefetch = async ({ request }: LoaderFunctionArgs): Promise<void> => {
  const user = await queryClient.ensureQueryData(currentUserQuery);
  const { asOf, monday } = addressOf(new URL(request.url).searchParams, user?.today ?? '');
  if (!user || asOf === null) return;
  await Promise.all([
    queryClient.prefetchQuery(teachersAt(asOf)),
    queryClient.prefetchQuery(pastWeekQuery(asOf, monday)),
  ]);
};

type MomentProps = { readonly asOf: string; readonly address: ReturnType<typeof addressOf> };

/** The week of one teacher as it was at a moment. Nothing can be changed. */
const WeekThen = ({ asOf, address: { monday, teacherId } }: MomentProps) => {
  const now = useNow();
  const [, setSearch] = useSearchParams();
  const go = (change: Record<string, string>): void =>
    setSearch((search) => ({ ...Object.fromEntries(search), ...change }), { preventScrollReset: true });
  const teachers = useQuery(teachersAt(asOf));
  const rows = useQuery(pastWeekQuery(asOf, monday));
  const teacher = teachers.data ? chooseTeacher(teachers.data, { named: teacherId, preferred: null }) : null;
  const days = useWeek(monday, rows.data, teacher);
  const week = together(
    [teachers, rows],
    teachers.data && rows.data ? { teachers: teachers.data, rows: rows.data } : undefined,
  );
  const { lessons } = totalOf(days);
  return (
    <>
      <div className="mb-4 flex min-h-12 flex-wrap items-center gap-x-6 gap-y-3 max-desk:mb-3">
        <WeekNavigation
          level={2}
          monday={monday}
          today={now.today}
          onWeek={(next) => go({ week: next })}
          onNearWeek={(next) => void queryClient.prefetchQuery(pastWeekQuery(asOf, next))}
        />
        <div aria-live="polite" className="flex min-h-10 items-center">
          {week.data && teacher && (
            <Figure
              parts={[{ number: `${lessons}` }]}
              word={lessons === 1 ? 'lesson then' : 'lessons then'}
              muted={lessons === 0}
            />
          )}
        </div>
        {teacher && (
          <Select
            label="Teacher"
            look="tall"
            value={teacher.id}
            options={(teachers.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => go({ teacher: id })}
            className="ml-auto max-w-80 max-desk:w-full max-desk:max-w-none"
          />
        )}
      </div>
      <QueryState query={week} failed="This moment did not load." waiting={<WeekSkeleton monday={monday} />}>
        {() =>
          teacher ? (
            <>
              <WeekGrid key={monday} days={days} now={now} />
              <Legend className="mt-3 wide:ml-[42px]" />
              <DriveNotes legs={days.flatMap(({ legs }) => legs)} className="mt-3 wide:ml-[42px]" />
            </>
          ) : (
            <EmptyPanel title="No teachers then">The studio had no teacher and no schedule at this moment.</EmptyPanel>
          )
        }
      </QueryState>
    </>
  );
};

const NoMoment = () => (
  <EmptyPanel
    level={1}
    title="No moment is chosen"
    actions={
      <Link to="/settings" className={buttonClasses('primary')}>
        Go to the backups
      </Link>
    }
  >
    Choose “Look at this moment” beside a backup to see the schedule as it was then.
  </EmptyPanel>
);

const MomentPage = () => {
  const { today } = useNow();
  const [search] = useSearchParams();
  const address = addressOf(search, today);
  const navigate = useNavigate();
  const [restoring, setRestoring] = useState(false);
  const { asOf, backupId } = address;
  return (
    <>
      <title>A past moment - Rondo</title>
      {asOf === null || Number.isNaN(Date.parse(asOf)) ? (
        <NoMoment />
      ) : (
        <>
          <MomentBanner asOf={asOf} onRestore={() => setRestoring(true)} />
          <WeekThen asOf={asOf} address={address} />
          {restoring && (
            <Suspense>
              <RestoreMomentDialog
                moment={{ asOf, backupId }}
                onClose={() => setRestoring(false)}
                onRestored={() => void navigate('/schedule')}
              />
            </Suspense>
          )}
        </>
      )}
    </>
  );
};

export default MomentPage;
