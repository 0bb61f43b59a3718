import type { RoadDay, Stop } from '@rondo/contracts/api/road/day.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { addDays, isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, CloudOff } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { Link, type LoaderFunctionArgs } from 'react-router-dom';
import { sendBy } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { currentUserQuery } from '../../api/session/session.ts';
import { DrivingFigure, LessonsFigure } from '../../calendar/figures.tsx';
import { useNote } from '../../calendar/notes/use-note.tsx';
import { useNow } from '../../calendar/now.ts';
import { chooseTeacher, storeTeacher } from '../../calendar/opening.ts';
import { preferencesQuery, teachersQuery } from '../../calendar/queries.ts';
import { afterDrawn } from '../../lib/page/drawn.ts';
import { useSearchParam } from '../../lib/page/search-param.ts';
import { counted } from '../../lib/texts.ts';
import { buttonClasses, IconButton } from '../../ui/button.tsx';
import { SelectOnDemand } from '../../ui/fields/select-on-demand.tsx';
import { Figure } from '../../ui/figures/figure.tsx';
import { EmptyPanel, Skeleton, WhileLoading } from '../../ui/lists/panels.tsx';
import { QueryState } from '../../ui/lists/query-state.tsx';
import { usePhone } from '../../ui/media.ts';
import { NextCard } from './NextCard.tsx';
import { dayQuery, openOffline } from './offline/kept-day.ts';
import type { Entry } from './offline/entries.ts';
import { NotSaved } from './offline/NotSaved.tsx';
import { loadNotes } from './offline/notes.ts';
import { withEntries } from './offline/overlay.ts';
import { waitsStill } from './offline/sending.ts';
import { install, useKeptDay } from './offline/use-kept-day.ts';
import { begin, sendOrKeep, useEntries } from './offline/waiting.ts';
import { roadState } from '../../calendar/road-state.ts';
import { stampText } from './commands.ts';
import { leavesTime, StopList } from './StopList.tsx';

const DayMap = lazy(() => afterDrawn(() => import('../../calendar/day-view/DayMap.tsx')));
const FreeTime = lazy(() => import('./repair/FreeTime.tsx'));
const QuestionCards = lazy(() => import('./repair/QuestionCards.tsx'));

const dateIn = (named: string | null, today: IsoDate): IsoDate => (named !== null && isIsoDate(named) ? named : today);

const prefetch = async ({ request }: LoaderFunctionArgs): Promise<void> => {
  const user = await queryClient.ensureQueryData(currentUserQuery);
  if (!user) return;
  const { searchParams } = new URL(request.url);
  const [teachers, preferences] = await Promise.all([
    queryClient.ensureQueryData(teachersQuery),
    queryClient.ensureQueryData(preferencesQuery),
  ]);
  const choices = { named: searchParams.get('teacher'), preferred: preferences.defaultTeacherId };
  const teacher = chooseTeacher(teachers, choices);
  if (teacher) await queryClient.prefetchQuery(dayQuery(teacher.id, dateIn(searchParams.get('date'), user.today)));
};

/** On a phone these stand in the card of a day that is over: the next stop comes first there. */
const Figures = ({ day: { figures, homeAt } }: { readonly day: RoadDay }) => {
  const [time = '', half] = homeAt === null ? [] : formatTime(toMinutes(homeAt)).split('\u00a0');
  return (
    <>
      <LessonsFigure lessons={figures.lessons} />
      <DrivingFigure minutes={figures.driving} home={null} about={false} />
      {homeAt !== null && <Figure parts={[{ number: time }]} word={`${half} home`} />}
    </>
  );
};

const Day = (props: { readonly day: RoadDay; readonly teacher: Teacher | undefined; readonly isOffline: boolean }) => {
  const { day, teacher, isOffline } = props;
  const now = useNow();
  const isPhone = usePhone();
  // A day before today is over, one after it has not begun.
  const minute = day.date === now.today ? now.minute : day.date < now.today ? 1441 : null;
  const state = roadState(day, minute);
  const note = useNote(loadNotes);
  const onNote = ({ studentId, title }: Stop): void => {
    if (studentId !== null) note.write({ studentId, name: title, date: day.date });
  };
  const free = day.stops.find((stop) => leavesTime(stop, minute));
  const next = state.kind === 'drive' || state.kind === 'with' ? state.stop : null;
  if (state.kind === 'none' && day.stops.length === 0)
    return (
      <EmptyPanel
        title={day.date === now.today ? 'No lessons today' : 'No lessons on this day'}
        actions={
          <Link to="/schedule" className={buttonClasses('secondary')}>
            Open the schedule
          </Link>
        }
      >
        {day.teacherName.split(' ')[0]} has nowhere to drive.
      </EmptyPanel>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(320px,400px)_minmax(0,1fr)] wide:grid-cols-[minmax(320px,392px)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {state.kind === 'none' ? (
          <EmptyPanel title="Nothing takes place">Every lesson of this day is cancelled or closed.</EmptyPanel>
        ) : (
          <NextCard day={day} state={state} minute={minute} isOffline={isOffline} onNote={onNote} />
        )}
        {day.asked.length > 0 && (
          <Suspense>
            <QuestionCards day={day} isOffline={isOffline} />
          </Suspense>
        )}
      </div>
      <StopList day={day} next={next} minute={minute} isOffline={isOffline} onNote={onNote} />
      {teacher && !isPhone && !isOffline && (
        <div className="max-wide:col-start-2">
          <Suspense fallback={<Skeleton className="h-[436px] rounded-card" />}>
            <DayMap teacher={teacher} date={day.date} />
          </Suspense>
          {free && (
            <Suspense>
              <FreeTime day={day} stop={free} />
            </Suspense>
          )}
        </div>
      )}
      {note.dialog}
    </div>
  );
};

/** Says that the day is the one of an earlier time, what waits for a connection, and what this browser does not do. */
const OfflineLine = (props: {
  readonly day: Pick<RoadDay, 'asOf' | 'timeZone'>;
  readonly entries: readonly Entry[];
  readonly isOffline: boolean;
  readonly keepsNothing: boolean;
}) => {
  const { day, entries, isOffline, keepsNothing } = props;
  const waiting = entries.filter(waitsStill).length;
  if (!isOffline && !keepsNothing && waiting === 0) return null;
  return (
    <output className="mb-3 flex items-center gap-2.5 rounded-card border border-line bg-card px-3.5 py-2.5 text-ink-2">
      <CloudOff aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      <span className="min-w-0 grow">
        {isOffline && `Offline. As of ${stampText(day.asOf, day.timeZone)}. `}
        {!isOffline && keepsNothing && 'This browser keeps nothing offline. '}
        {waiting > 0 && (
          <span className="inline-block">
            {counted(waiting, 'entry')} {waiting === 1 ? 'waits' : 'wait'} for a connection.
          </span>
        )}
      </span>
    </output>
  );
};

/** A teacher's day on the road: what is next, when to leave, and the day below it. */
const DayPage = () => {
  const { today } = useNow();
  const [named, setDate] = useSearchParam('date');
  const [teacherNamed, setTeacher] = useSearchParam('teacher');
  const date = dateIn(named, today);
  const teachers = useQuery(teachersQuery);
  const { data: preferences } = useQuery(preferencesQuery);
  const teacher =
    teachers.data &&
    chooseTeacher(teachers.data, { named: teacherNamed, preferred: preferences?.defaultTeacherId ?? null });
  const day = useQuery({
    ...dayQuery(teacher?.id ?? '', date),
    enabled: Boolean(teacher),
    // A family answers on its own page.
    refetchInterval: ({ state: { data } }) => data?.asked.some(({ state }) => state === 'open') === true && 30_000,
  });
  const { isOffline, keepsNothing } = useKeptDay(teacher?.id ?? '', today);
  const entries = useEntries();
  useEffect(() => void install(), []);
  useEffect(() => {
    sendBy(sendOrKeep);
    void begin();
    return () => sendBy();
  }, []);
  const go = (to: IsoDate): void => setDate(to === today ? null : to);
  return (
    <>
      <title>{`${date === today ? 'My day' : longDate(date)} - Rondo`}</title>
      <div className="mb-4 flex min-h-12 flex-wrap items-center gap-x-8 gap-y-3 max-desk:mb-3">
        <div className="flex items-center gap-3 max-desk:w-full max-desk:flex-row-reverse max-desk:justify-between">
          <div className="flex gap-2">
            <IconButton icon={ChevronLeft} label="Previous day" outlined onClick={() => go(addDays(date, -1))} />
            <IconButton icon={ChevronRight} label="Next day" outlined onClick={() => go(addDays(date, 1))} />
          </div>
          <div className="min-w-0">
            <h1 className="text-title font-title">{longDate(date)}</h1>
            <p className="min-h-5 truncate text-ink-2">{teacher?.name}</p>
          </div>
        </div>
        <div className="flex items-center gap-8 max-desk:hidden">{day.data && <Figures day={day.data} />}</div>
        {teachers.data && teachers.data.length > 1 && teacher && (
          <div className="ml-auto max-desk:ml-0 max-desk:w-full max-desk:*:w-full">
            <SelectOnDemand
              label="Teacher"
              look="filter"
              value={teacher.id}
              options={teachers.data.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => {
                storeTeacher(id);
                setTeacher(id);
              }}
            />
          </div>
        )}
      </div>
      {teacher === null ? (
        <EmptyPanel
          title="There is no teacher yet"
          actions={
            <Link to="/teachers" className={buttonClasses('primary')}>
              Add a teacher
            </Link>
          }
        >
          A day on the road belongs to a teacher.
        </EmptyPanel>
      ) : (
        <QueryState
          query={isOffline && day.data ? { ...day, error: null } : day}
          failed="The day did not load."
          waiting={
            <WhileLoading label="Loading the day">
              <div className="grid gap-4 desk:grid-cols-[minmax(320px,400px)_minmax(0,1fr)]">
                <Skeleton className="h-96 rounded-card" />
                <Skeleton className="h-96 rounded-card" />
              </div>
            </WhileLoading>
          }
        >
          {(data) => (
            <>
              <OfflineLine day={data} entries={entries} isOffline={isOffline} keepsNothing={keepsNothing} />
              <NotSaved entries={entries} />
              <Day day={withEntries(data, entries)} teacher={teacher} isOffline={isOffline} />
            </>
          )}
        </QueryState>
      )}
    </>
  );
};

/** The page, which opens without a network with what it has kept. */
export const open = async () => ({ default: DayPage, ...((await openOffline()) && { prefetch }) });
