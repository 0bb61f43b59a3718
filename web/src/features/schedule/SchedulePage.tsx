import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { localTimeZone, wallClock } from '@rondo/contracts/calendar/zones.ts';
import { lazy, Suspense } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { afterDrawn, fetchIdly } from '../../lib/page/drawn.ts';
import { lazyPanel } from '../../lib/page/lazy.tsx';
import { queryClient } from '../../api/queries.ts';
import { currentUserQuery } from '../../api/session/session.ts';
import { waitingPlanOf } from '../../lib/waiting-plan.ts';
import { usePhone } from '../../ui/media.ts';
import { QueryState, together } from '../../ui/lists/query-state.tsx';
import { useShortcuts, addressOf, useScheduleAddress, type Ask } from './address.ts';
import { chooseTeacher, everyTeacher, storeTeacher } from '../../calendar/opening.ts';
import type { StartStep } from './components/EmptyStart.tsx';
import { WeekGrid, WeekSkeleton, DriveNotes } from '../../calendar/week-view/WeekGrid.tsx';
import { ScheduleHeader, WeekNavigation } from './components/WeekHeader.tsx';
import { homeOf, totalOf } from '../../calendar/days/day.ts';
import { areAbout } from '../../calendar/days/legs.ts';
import { useHeldTimes } from '../../calendar/held/use-held-times.ts';
import { useNow, type Now } from '../../calendar/now.ts';
import {
  noTeachersText,
  preferencesQuery,
  reportsQuery,
  studentsQuery,
  teachersQuery,
  weekQuery,
} from '../../calendar/queries.ts';
import { useWeek } from '../../calendar/week.ts';
import { isClosedThroughout } from '../../calendar/time-off/closed-time.ts';
import { closuresOfWeek, useClosedWeek } from '../../calendar/time-off/use-closed-week.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { useQuery } from '@tanstack/react-query';

const loadDay = () => import('./day-detail/ScheduleDay.tsx');
const ScheduleDay = lazyPanel(async () => (await loadDay()).ScheduleDay);
const loadCard = () => import('./card/LessonCard.tsx');
const LessonCard = lazyPanel(async () => (await loadCard()).LessonCard);
const loadChanges = () => import('./changes/ChangeDialogs.tsx');
const ChangeDialogs = lazy(loadChanges);
const SideBySide = lazy(() => import('./side-by-side/SideBySide.tsx'));
const Legend = lazy(() => afterDrawn(() => import('./components/Legend.tsx')));
const WeekTools = lazy(() => afterDrawn(() => import('./changes/WeekTools.tsx')));
// Loaded lazily, because most studios never see them.
const SampleFooter = lazy(() => afterDrawn(() => import('../../calendar/first-steps/SampleFooter.tsx')));
const PlanWaits = lazy(() => import('./components/PlanWaits.tsx'));
const ClosedTime = lazy(() => import('./components/ClosedTime.tsx'));
const NextStop = lazy(() => import('./components/NextStop.tsx'));
const EmptyStart = lazy(() => import('./components/EmptyStart.tsx'));
const NextStepCard = lazy(() => import('./components/NextStepCard.tsx'));

/** The same week at another moment. Loaded from here, so that this page keeps what both show in its own file. */
export const loadMoment = () => import('./moment/MomentWeek.tsx');

let dayFile: Awaited<ReturnType<typeof loadDay>> | null = null;

/** `hasMap`: a day with entries is open, or about to be. Once the dialog's file is there, the library of maps is asked for at once. */
const prepareDay = async (hasMap: boolean): Promise<void> => {
  dayFile ??= await loadDay();
  dayFile.prefetchDay(hasMap);
  await ScheduleDay.load();
};

export const prefetch = async ({ request }: LoaderFunctionArgs): Promise<void> => {
  const user = queryClient.getQueryData(currentUserQuery.queryKey);
  const today = user?.today ?? wallClock(Date.now(), localTimeZone()).date;
  const address = addressOf(new URL(request.url).searchParams, today);
  const { monday, day, open } = address;
  if (open !== null) void loadChanges();
  const week = queryClient.prefetchQuery(weekQuery(monday));
  const data = Promise.all([
    queryClient.prefetchQuery(teachersQuery),
    queryClient.prefetchQuery(preferencesQuery),
    queryClient.prefetchQuery(reportsQuery),
    queryClient.prefetchQuery(closuresOfWeek(monday)),
    week,
  ]);
  if (day === null) {
    fetchIdly(LessonCard.load);
    fetchIdly(() => prepareDay(false));
  } else {
    // The map reports a failure when it is shown.
    void Promise.all([loadDay(), week]).then(
      ([file]) => file.prefetchMap(address),
      () => undefined,
    );
    await prepareDay(false);
  }
  await data;
};

/** The teacher whose calendar is shown; undefined while unknown. */
const useTeacher = (named: string | null) => {
  const teachers = useQuery(teachersQuery);
  const preferences = useQuery(preferencesQuery);
  const known = teachers.data !== undefined && !preferences.isPending;
  const teacher: Teacher | null | undefined = known
    ? chooseTeacher(teachers.data, { named, preferred: preferences.data?.defaultTeacherId ?? null })
    : undefined;
  return { teachers, teacher };
};

/** What a studio without lessons needs first: teachers or students. Null if it has both, or while that is unknown. */
const useStartStep = (
  teachers: readonly Teacher[] | undefined,
  rows: readonly CalendarLesson[] | undefined,
): StartStep | null => {
  const looks = teachers !== undefined && teachers.length > 0 && rows?.length === 0;
  const { data: students } = useQuery({ ...studentsQuery, enabled: looks });
  if (teachers?.length === 0) return 'teacher';
  return looks && students?.length === 0 ? 'students' : null;
};

type PageProps = ReturnType<typeof useScheduleAddress> & { readonly now: Now };

const WeekPage = ({ now, address, go }: PageProps) => {
  const { monday, day, selected, open } = address;
  const { teachers, teacher } = useTeacher(address.teacherId);
  const rows = useQuery(weekQuery(monday));
  const days = useHeldTimes(useWeek(monday, rows.data, teacher ?? null), teacher?.id ?? '', now.today);
  const timeOff = useClosedWeek(monday, teacher?.id ?? '');
  const step = useStartStep(teachers.data, rows.data);
  const isPhone = usePhone();
  const reports = useQuery(reportsQuery);
  const isNew = reports.data?.reports.length === 0;
  // Reports and closures decide what stands above the week: without waiting for them it would move down.
  const week = together(
    [teachers, rows],
    teacher !== undefined && rows.data !== undefined && !reports.isPending && !timeOff.query.isPending
      ? { teacher, rows: rows.data }
      : undefined,
  );
  const counts = week.data ? totalOf(days) : null;
  const legs = days.flatMap((one) => one.legs);
  const isClosed = isClosedThroughout(days, timeOff.closed);
  const choose = (chosen: string): void => {
    if (chosen !== everyTeacher) storeTeacher(chosen);
    go({ teacherId: chosen });
  };
  const ask = (what: Ask, lessonId: string | null = null, on: IsoDate | null = null): void =>
    go({ open: { ask: what, lessonId, on } });
  const restore = async (lessonId: string, on: IsoDate): Promise<void> => {
    const row = rows.data?.find((other) => other.lessonId === lessonId);
    const { restoreIfFree } = await import('./changes/moves.ts');
    if (row) await restoreIfFree({ row, on }, () => ask('restore', lessonId, on));
  };
  const over = teacher && open !== null && (
    <Suspense>
      <ChangeDialogs open={open} address={address} teacher={teacher} now={now} go={go} />
    </Suspense>
  );
  return (
    <>
      <title>Schedule - Rondo</title>
      <ScheduleHeader
        teachers={teachers.data ?? []}
        chosen={teacher?.id ?? ''}
        home={teacher && homeOf(teacher)}
        noTeacher={noTeachersText(teachers)}
        counts={counts}
        about={areAbout(legs)}
        onTeacher={choose}
        onAdd={() => ask('new')}
        onNearAdd={() => void loadChanges()}
        onClose={() => ask('close')}
      >
        <WeekNavigation
          monday={monday}
          today={now.today}
          onWeek={(next) => go({ monday: next, day: null })}
          onNearWeek={(next) => void queryClient.prefetchQuery(weekQuery(next))}
        />
      </ScheduleHeader>
      {teacher && isPhone && days.some(({ date, lessons }) => date === now.today && lessons > 0) && (
        <Suspense fallback={<div className="mb-3 h-15" />}>
          <NextStop teacherId={teacher.id} now={now} />
        </Suspense>
      )}
      {teacher && (reports.isError || waitingPlanOf(teacher.id, reports.data?.reports)) && (
        <Suspense fallback={<div className="mb-4 h-12 max-desk:mb-3" />}>
          <PlanWaits teacher={teacher} />
        </Suspense>
      )}
      {teacher && rows.data && timeOff.closures.length > 0 && (
        <Suspense fallback={<div className="mb-4 h-12 max-desk:mb-3" />}>
          <ClosedTime
            closures={timeOff.closures}
            teacherId={teacher.id}
            rows={rows.data}
            onChange={(lessonId) => ask('close', lessonId)}
          />
        </Suspense>
      )}
      <Suspense fallback={<WeekSkeleton monday={monday} />}>
        {step !== null && <EmptyStart step={step} />}
        {step === null && teacher && counts && (counts.lessons === 0 || isNew) && (
          <NextStepCard
            teacher={teacher}
            today={now.today}
            monday={monday}
            lessons={counts.lessons}
            isClosed={isClosed}
            onWeek={(next) => go({ monday: next, day: null })}
          />
        )}
        <QueryState query={week} failed="The week did not load." waiting={<WeekSkeleton monday={monday} />}>
          {(loaded) => (
            <>
              <WeekGrid
                key={monday}
                days={days}
                now={now}
                closed={timeOff.closed}
                actions={{
                  open: (date) => go({ day: date }),
                  select: (id) => go({ selected: id === selected ? null : id }),
                  near: () => void prepareDay(true).catch(() => undefined),
                  restore: (lessonId, on) => void restore(lessonId, on),
                  myDay: `/day?teacher=${loaded.teacher?.id}`,
                }}
              />
              <div className="mt-3 flex min-h-9 flex-wrap items-center gap-4 wide:ml-[42px]">
                <Suspense>
                  <Legend hasClosed={timeOff.closed.size > 0} />
                  <WeekTools
                    address={address}
                    today={now.today}
                    rows={loaded.rows}
                    days={days}
                    teacher={loaded.teacher}
                    go={go}
                  />
                </Suspense>
              </div>
              <DriveNotes legs={legs} className="mt-3 wide:ml-[42px]" />
              {teachers.data?.some(({ sample }) => sample) && (
                <Suspense>
                  <SampleFooter />
                </Suspense>
              )}
            </>
          )}
        </QueryState>
      </Suspense>
      {day === null && over}
      {day === null && open === null && selected !== null && rows.data && teacher && (
        <LessonCard
          key={monday}
          id={selected}
          days={days}
          rows={rows.data}
          now={now}
          go={go}
          onRestore={(lessonId, on) => void restore(lessonId, on)}
        />
      )}
      {teacher && day !== null && (
        <Suspense>
          <ScheduleDay
            date={day}
            teacher={teacher}
            now={now}
            onDay={(date) => go({ day: date }, { replace: true })}
            selected={selected}
            onSelect={(id) => go({ selected: id }, { replace: true })}
            onAsk={(dialog) => go({ open: dialog })}
            onClose={() => go({ day: null, selected: null, open: null })}
            over={over}
          />
        </Suspense>
      )}
    </>
  );
};

/** One teacher's week, or a day of all of them. */
export default function SchedulePage() {
  const now = useNow();
  const place = { ...useScheduleAddress(now.today), now };
  useShortcuts(place);
  const Page = /all|,/.test(`${place.address.teacherId}`) ? SideBySide : WeekPage;
  return (
    <Suspense>
      <Page {...place} />
    </Suspense>
  );
}
