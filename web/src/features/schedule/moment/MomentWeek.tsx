import { addDays, datesOfWeek, isIsoDate, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { queryClient, read } from '../../../api/queries.ts';
import { emptyDay, totalOf } from '../../../calendar/days/day.ts';
import { Differences } from '../../../calendar/moments/Differences.tsx';
import { differencesOf, markedDays } from '../../../calendar/moments/differences.ts';
import { useMoment } from '../../../calendar/moments/MomentFrame.tsx';
import { MomentLegend, MomentNote } from '../../../calendar/moments/MomentNote.tsx';
import type { MomentRef } from '../../../calendar/moments/moment-text.ts';
import { useNow } from '../../../calendar/now.ts';
import { chooseTeacher, visitedWeek, visitWeek } from '../../../calendar/opening.ts';
import { lessonsQuery, weekQuery } from '../../../calendar/queries.ts';
import { useWeek } from '../../../calendar/week.ts';
import type { PastWeek } from '../../../calendar/week-view/DayCard.tsx';
import { DriveNotes, WeekGrid, WeekSkeleton } from '../../../calendar/week-view/WeekGrid.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Figure } from '../../../ui/figures/figure.tsx';
import { lazyPanel } from '../../../lib/page/lazy.tsx';
import { QueryState, together } from '../../../ui/lists/query-state.tsx';
import { WeekNavigation } from '../components/WeekHeader.tsx';

/** The lesson rows of the studio that touched a Monday-to-Sunday week at a moment. */
const pastWeekQuery = (asOf: string, monday: IsoDate) => lessonsQuery({ asOf, from: monday, to: addDays(monday, 6) });
const teachersAt = (asOf: string) => read('GET /api/teachers', { query: { asOf } });

const MomentDay = lazyPanel(async () => (await import('./MomentDay.tsx')).MomentDay);

/** The part of the page's state that is in the URL: `/moment?at=2026-11-12T20:05:00Z&week=2026-11-23&teacher=ID&day=2026-11-24`. */
const addressOf = (search: URLSearchParams, today: IsoDate) => {
  const dateIn = (name: string): IsoDate | null => {
    const text = search.get(name);
    return text !== null && isIsoDate(text) ? text : null;
  };
  const day = dateIn('day');
  return {
    monday: mondayOf(day ?? dateIn('week') ?? visitedWeek() ?? today),
    day,
    teacherId: search.get('teacher'),
  };
};

/** The week of one teacher at a moment, with what differs from now. */
const useWeekThen = (asOf: string, monday: IsoDate, named: string | null) => {
  const teachers = useQuery(teachersAt(asOf));
  const rows = useQuery(pastWeekQuery(asOf, monday));
  const teacher = teachers.data ? chooseTeacher(teachers.data, { named, preferred: null }) : null;
  const days = useWeek(monday, rows.data, teacher);
  const rowsNow = useQuery(weekQuery(monday));
  const daysNow = useWeek(monday, rowsNow.data, teacher);
  const isCompared = rows.data !== undefined && rowsNow.data !== undefined && teacher !== null;
  const differences = useMemo(() => (isCompared ? differencesOf(days, daysNow) : null), [isCompared, days, daysNow]);
  const marked = useMemo(() => markedDays(days, differences ?? []), [days, differences]);
  // What differs decides what stands above the week: without waiting for it the week would move down.
  const isWhole = teachers.data && rows.data && !rowsNow.isPending;
  const state = together([teachers, rows], isWhole ? teachers.data : undefined);
  return { state, teacher, days, marked, differences, lessonsNow: rowsNow.data ? totalOf(daysNow).lessons : null };
};

/** How many lessons differ, and how many there were then and are now. */
const Figures = (props: {
  readonly differences: number | null;
  readonly lessons: number;
  readonly lessonsNow: number | null;
}) => {
  const { differences, lessons, lessonsNow } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-6">
      {differences !== null && (
        <Figure
          parts={[{ number: `${differences}` }]}
          word={differences === 1 ? 'difference from now' : 'differences from now'}
          muted={differences === 0}
        />
      )}
      <Figure
        parts={[{ number: `${lessons}` }]}
        word={`${lessons === 1 ? 'lesson' : 'lessons'} then${lessonsNow === null ? '' : `, ${lessonsNow} now`}`}
        muted={lessons === 0}
      />
    </div>
  );
};

/** The week of one teacher as it was at a moment, with what differs from now. Nothing can be changed. */
const WeekAt = ({ asOf }: MomentRef) => {
  const now = useNow();
  const [search, setSearch] = useSearchParams();
  const { monday, day, teacherId } = addressOf(search, now.today);
  const go = (change: Record<string, string>, replace = false): void =>
    setSearch(
      (before) => {
        const { day: _, ...rest } = Object.fromEntries(before);
        return { ...rest, ...change };
      },
      { replace, preventScrollReset: true },
    );
  const { state, teacher, days, marked, differences, lessonsNow } = useWeekThen(asOf, monday, teacherId);
  const shownDay = days.find(({ date }) => date === day);
  const shownMarks = marked.find(({ date }) => date === day);
  const isNamed = search.has('week');
  useEffect(() => {
    if (isNamed) visitWeek(monday);
  }, [isNamed, monday]);
  const marksOn = useMemo(() => new Map(marked.map(({ date, marks }) => [date, marks])), [marked]);
  const renderNote = useCallback<PastWeek['renderNote']>(
    (placed, date) => <MomentNote {...placed} date={date} mark={marksOn.get(date)?.get(placed.entry.id)} />,
    [marksOn],
  );
  const past = useMemo(
    () => ({
      isFolded: differences?.length !== 0,
      differs: new Set(marked.flatMap(({ date, marks }) => (marks.size > 0 ? [date] : []))),
      renderNote,
    }),
    [differences, marked, renderNote],
  );
  return (
    <>
      <div className="mb-4 flex min-h-12 flex-wrap items-center gap-x-6 gap-y-3 max-desk:mb-3">
        <WeekNavigation
          level={2}
          monday={monday}
          today={now.today}
          onWeek={(week) => go({ week })}
          onNearWeek={(next) => void queryClient.prefetchQuery(pastWeekQuery(asOf, next))}
        />
        <div aria-live="polite" className="flex min-h-10 items-center">
          {state.data && teacher && (
            <Figures
              differences={differences?.length ?? null}
              lessons={totalOf(days).lessons}
              lessonsNow={lessonsNow}
            />
          )}
        </div>
        {!state.data && <div className="ml-auto h-12 w-48 max-desk:w-full" />}
        {state.data && teacher && (
          <Select
            label="Teacher"
            look="tall"
            value={teacher.id}
            options={state.data.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => go({ teacher: id })}
            className="ml-auto max-w-80 max-desk:w-full max-desk:max-w-none"
          />
        )}
      </div>
      <QueryState query={state} failed="This moment did not load." waiting={<WeekSkeleton monday={monday} />}>
        {() => (
          <>
            {!teacher && (
              <p className="mb-4 text-lead text-ink-2">
                An empty week: the studio had no teacher and no schedule at this moment.
              </p>
            )}
            {differences && <Differences differences={differences} />}
            <WeekGrid
              key={monday}
              days={marked}
              now={now}
              past={past}
              actions={{ open: (date) => go({ week: monday, day: date }), near: () => void MomentDay.load() }}
            />
            <MomentLegend className="mt-3 wide:ml-[42px]" />
            <DriveNotes legs={days.flatMap(({ legs }) => legs)} className="mt-3 wide:ml-[42px]" />
            {shownDay && shownMarks && teacher && (
              <MomentDay
                asOf={asOf}
                teacher={teacher}
                day={shownDay}
                marked={shownMarks}
                onDay={(date) => go({ week: mondayOf(date), day: date }, true)}
                onClose={() => go({})}
              />
            )}
          </>
        )}
      </QueryState>
    </>
  );
};

const EmptyWeek = () => {
  const now = useNow();
  return <WeekGrid days={datesOfWeek(mondayOf(now.today)).map(emptyDay)} now={now} />;
};

const MomentWeek = () => {
  const moment = useMoment();
  return moment ? <WeekAt {...moment} /> : <EmptyWeek />;
};

export default MomentWeek;
