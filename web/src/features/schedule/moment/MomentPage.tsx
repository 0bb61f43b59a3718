import { addDays, isIsoDate, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom';
import { chooseTeacher } from '../../../calendar/chosen-teacher.ts';
import { totalOf } from '../../../calendar/days/day.ts';
import { DriveNotes } from '../../../calendar/DriveNotes.tsx';
import { useNow } from '../../../calendar/now.ts';
import { lessonsQuery } from '../../../calendar/queries.ts';
import { useWeek } from '../../../calendar/week.ts';
import { queryClient, read } from '../../../api/queries.ts';
import { currentUserQuery } from '../../../api/session/session.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Figure } from '../../../ui/figures/figure.tsx';
import { EmptyPanel } from '../../../ui/lists/panels.tsx';
import { QueryState, together } from '../../../ui/lists/query-state.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Legend } from '../components/Legend.tsx';
import { WeekGrid } from '../../../calendar/week-view/WeekGrid.tsx';
import { WeekNavigation } from '../components/WeekHeader.tsx';
import { WeekSkeleton } from '../../../calendar/week-view/WeekSkeleton.tsx';
import { MomentBanner } from './MomentBanner.tsx';

const RestoreMomentDialog = lazy(async () => {
  const { RestoreMomentDialog } = await import('../../../calendar/moments/RestoreMomentDialog.tsx');
  return { default: RestoreMomentDialog };
});

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

/** The schedule as it was at a moment, read-only. */
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
