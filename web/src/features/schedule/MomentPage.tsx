import { addDays, isIsoDate, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom';
import { chooseTeacher } from '../../calendar/opening.ts';
import { totalOf } from '../../calendar/days/day.ts';
import { DriveNotes, Legend, WeekGrid, WeekSkeleton } from '../../calendar/week-view/WeekGrid.tsx';
import { useNow } from '../../calendar/now.ts';
import { lessonsQuery, weekQuery } from '../../calendar/queries.ts';
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
import { isTimeText, toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { startOf, wallClock } from '@rondo/contracts/calendar/zones.ts';
import { Differences } from '../../calendar/moments/Differences.tsx';
import { differencesOf } from '../../calendar/moments/differences.ts';
import { MomentSlider } from '../../calendar/moments/MomentSlider.tsx';
import { agoText, momentText, usePlace, type StudioTime } from '../../calendar/moments/moment-text.ts';
import { cn } from '../../ui/cn.ts';

const onInk =
  'inline-flex h-9 items-center justify-center rounded-control border px-3.5 font-control whitespace-nowrap focus-visible:outline-paper max-desk:h-11 max-desk:flex-1';

/** Says unmistakably that this is not the present: an ink bar that stays on top, and an ink frame around the page. */
const MomentBanner = (props: {
  readonly asOf: string;
  readonly onMoment: (asOf: string) => void;
  readonly onRestore: () => void;
}) => {
  const { asOf, onMoment, onRestore } = props;
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
        <label
          className={cn(
            onInk,
            'gap-2 border-[color-mix(in_oklab,var(--color-paper)_36%,transparent)] max-desk:w-full max-desk:flex-none',
          )}
        >
          <span className="sr-only">Date and time</span>
          <input
            key={asOf}
            type="datetime-local"
            title="Date and time"
            defaultValue={localTimeOf(asOf, place)}
            onChange={({ target }) => {
              const chosen = instantOfLocal(target.value, place);
              if (chosen !== null) onMoment(chosen);
            }}
            className="bg-transparent scheme-dark focus-visible:outline-paper dark:scheme-light"
          />
        </label>
        <button
          type="button"
          onClick={onRestore}
          className={cn(onInk, 'border-[color-mix(in_oklab,var(--color-paper)_36%,transparent)] hover:border-paper')}
        >
          Restore this…
        </button>
        <Link to="/schedule" className={cn(onInk, 'border-transparent bg-paper text-ink hover:opacity-90')}>
          Back to now
        </Link>
        <MomentSlider asOf={asOf} place={place} onMoment={onMoment} />
      </section>
    </>
  );
};

/** "2026-11-12T14:05" on the studio's clock. */
const localTimeOf = (instant: string, { timeZone }: StudioTime): string => {
  const { date, minute } = wallClock(Date.parse(instant), timeZone);
  return `${date}T${toTimeText(minute)}`;
};

/** The end of that minute on the studio's clock, or now if that is earlier; null for text that is no time. */
const instantOfLocal = (text: string, { timeZone }: StudioTime): string | null => {
  const [date = '', time = ''] = text.split('T');
  if (!isIsoDate(date) || !isTimeText(time)) return null;
  const chosen = startOf(date, toMinutes(time), timeZone) + 59_999;
  return new Date(Math.min(chosen, Date.now())).toISOString();
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
  const rowsNow = useQuery(weekQuery(monday));
  const daysNow = useWeek(monday, rowsNow.data, teacher);
  const differences = rows.data && rowsNow.data ? differencesOf(days, daysNow) : null;
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
            <div className="flex flex-wrap items-center gap-x-6">
              {differences && (
                <Figure
                  parts={[{ number: `${differences.length}` }]}
                  word={differences.length === 1 ? 'difference from now' : 'differences from now'}
                  muted={differences.length === 0}
                />
              )}
              <Figure
                parts={[{ number: `${lessons}` }]}
                word={`${lessons === 1 ? 'lesson' : 'lessons'} then${rowsNow.data ? `, ${totalOf(daysNow).lessons} now` : ''}`}
                muted={lessons === 0}
              />
            </div>
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
              {differences && <Differences differences={differences} />}
              <WeekGrid key={monday} days={days} now={now} />
              <Legend className="mt-3 wide:ml-[42px]" />
              <DriveNotes legs={days.flatMap(({ legs }) => legs)} className="mt-3 wide:ml-[42px]" />
            </>
          ) : (
            <EmptyPanel title="An empty week">The studio had no teacher and no schedule at this moment.</EmptyPanel>
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
      <>
        <Link to="/history" className={buttonClasses('primary')}>
          Go to the history
        </Link>
        <Link to="/settings" className={buttonClasses()}>
          Go to the backups
        </Link>
      </>
    }
  >
    Choose “Look at this moment” beside a change in the history, or beside a backup, to see the schedule as it was then.
  </EmptyPanel>
);

const MomentPage = () => {
  const { today } = useNow();
  const [search, setSearch] = useSearchParams();
  const go = (at: string): void =>
    setSearch(
      (before) => {
        const { backup: _, ...rest } = Object.fromEntries(before);
        return { ...rest, at };
      },
      { replace: true, preventScrollReset: true },
    );
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
          <MomentBanner asOf={asOf} onMoment={go} onRestore={() => setRestoring(true)} />
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
