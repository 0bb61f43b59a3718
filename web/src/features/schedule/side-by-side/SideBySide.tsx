import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { addDays, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { queryClient } from '../../../api/queries.ts';
import { homeOf, totalOf } from '../../../calendar/days/day.ts';
import { areAbout } from '../../../calendar/days/legs.ts';
import { clockTime, hourLabel, hoursOf, weekAxis } from '../../../calendar/days/stave.ts';
import type { Now } from '../../../calendar/now.ts';
import { everyTeacher, storeTeacher } from '../../../calendar/opening.ts';
import { noTeachersText, preferencesQuery, teachersQuery, weekQuery } from '../../../calendar/queries.ts';
import { DriveNotes } from '../../../calendar/week-view/WeekGrid.tsx';
import { useDays } from '../../../calendar/week.ts';
import { initialsOf } from '../../../lib/people.ts';
import { IconButton } from '../../../ui/button.tsx';
import { lazyPanel } from '../../../lib/page/lazy.tsx';
import { HourAxis } from '../../../ui/figures/stave.tsx';
import { LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { QueryState, together } from '../../../ui/lists/query-state.tsx';
import type { ScheduleAddress, useScheduleAddress } from '../address.ts';
import { Dragging } from '../changes/Dragging.tsx';
import { restoreIfFree } from '../changes/moves.ts';
import { ScheduleHeader } from '../components/WeekHeader.tsx';
import { mostColumns, shownTeachers, toggled } from './columns.ts';
import EmptyStart from '../components/EmptyStart.tsx';
import Legend from '../components/Legend.tsx';
import { TeacherChoice } from './TeacherChoice.tsx';
import { TeacherColumn } from './TeacherColumn.tsx';

const loadChanges = () => import('../changes/ChangeDialogs.tsx');
const ChangeDialogs = lazy(loadChanges);

const LessonCard = lazyPanel(async () => (await import('../card/LessonCard.tsx')).LessonCard);

const nobody: readonly Teacher[] = [];
const nothing: readonly CalendarLesson[] = [];

const DayNavigation = (props: {
  readonly date: IsoDate;
  readonly today: IsoDate;
  readonly onDay: (date: IsoDate) => void;
}) => {
  const { date, today, onDay } = props;
  const near = (other: IsoDate) => (): void => void queryClient.prefetchQuery(weekQuery(mondayOf(other)));
  const step = (days: number) => ({
    outlined: true,
    onPointerEnter: near(addDays(date, days)),
    onFocus: near(addDays(date, days)),
    onClick: () => onDay(addDays(date, days)),
  });
  return (
    <div className="flex items-center gap-1.5 max-desk:w-full max-desk:gap-2">
      <IconButton icon={ChevronLeft} label="Previous day" {...step(-1)} />
      <IconButton icon={ChevronRight} label="Next day" className="max-desk:order-3" {...step(1)} />
      <div className="min-w-[150px] pl-2 max-desk:order-2 max-desk:grow max-desk:pl-0 max-desk:text-center">
        <h1 className="text-title leading-6 font-title">{longDate(date)}</h1>
        <p className="text-ink-2">
          {date === today ? (
            'Today'
          ) : (
            <button
              type="button"
              className="relative font-control text-accent after:absolute after:-inset-2 hover:underline max-desk:after:-inset-3"
              onClick={() => onDay(today)}
            >
              Today
            </button>
          )}
        </p>
      </div>
    </div>
  );
};

/** The day in the address; without one today, or the Monday of another week. */
const dateOf = ({ day, monday }: ScheduleAddress, { today }: Now): IsoDate =>
  day ?? (mondayOf(today) === monday ? today : monday);

/** A day of several teachers, one column for each. */
export default function SideBySide({
  now,
  address,
  go,
}: ReturnType<typeof useScheduleAddress> & { readonly now: Now }) {
  const { teacherId: named, selected, open } = address;
  const date = dateOf(address, now);
  const teachersLoad = useQuery(teachersQuery);
  const rowsLoad = useQuery(weekQuery(mondayOf(date)));
  const firstHour = useQuery(preferencesQuery).data?.firstHour;
  const teachers = teachersLoad.data ?? nobody;
  const rows = rowsLoad.data ?? nothing;
  const columns = useMemo(() => shownTeachers(teachers, named), [teachers, named]);
  const days = useDays(
    useMemo(() => [date], [date]),
    rows,
    columns,
  ).flat();
  const axis = weekAxis(days, firstHour);
  const legs = days.flatMap((day) => day.legs);
  const homes = columns.map(homeOf);
  const names = teachers.map(({ name }) => name.trim());
  const load = together([teachersLoad, rowsLoad], teachersLoad.data && rowsLoad.data && { days });
  const choose = (chosen: string): void => {
    if (chosen === everyTeacher) return go({ teacherId: chosen });
    storeTeacher(chosen);
    go({ teacherId: chosen, day: null });
  };
  const restore = (lessonId: string): void => {
    const row = rows.find((other) => other.lessonId === lessonId);
    if (row) void restoreIfFree({ row, on: date }, () => go({ open: { ask: 'restore', lessonId, on: date } }));
  };
  /** Whose lesson a dialog is about; a new one is for the first teacher until the user chooses another. */
  const concerned = rows.find(({ lessonId }) => lessonId === open?.lessonId)?.teacherId;
  const teacher = teachers.find(({ id }) => id === concerned) ?? columns[0];
  const hours = hoursOf(axis).filter((minute) => minute > axis.from && minute < axis.to);
  const isNowVisible = date === now.today && now.minute > axis.from && now.minute < axis.to;
  return (
    <>
      <title>Schedule - Rondo</title>
      <ScheduleHeader
        teachers={teachers}
        chosen={columns.length === 0 ? '' : everyTeacher}
        home={homes.includes(null) ? null : (homes[0] ?? null)}
        noTeacher={noTeachersText(teachersLoad)}
        counts={load.data ? totalOf(days) : null}
        about={areAbout(legs)}
        onTeacher={choose}
        onAdd={() => go({ open: { ask: 'new', lessonId: null, on: date } })}
        onNearAdd={() => void loadChanges()}
      >
        <DayNavigation date={date} today={now.today} onDay={(day) => go({ day }, { replace: true })} />
      </ScheduleHeader>
      <QueryState
        query={load}
        failed="The day did not load."
        waiting={
          <LoadingBlocks label="Loading the day" className="flex gap-2 *:flex-1" blocks={['h-120', 'h-120', 'h-120']} />
        }
      >
        {() =>
          teachers.length === 0 ? (
            <EmptyStart step="teacher" />
          ) : (
            <>
              {teachers.length > mostColumns && (
                <TeacherChoice
                  teachers={teachers}
                  columns={columns}
                  onToggle={(id) => go({ teacherId: toggled(columns, id) }, { replace: true })}
                />
              )}
              {/* Columns that have no room scroll sideways, from the keyboard too. */}
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
              <section aria-label="Teachers side by side" tabIndex={0} className="overflow-x-auto rounded-day">
                <div
                  className="flex min-w-[calc(44px+var(--columns)*(var(--least)+6px))] gap-1.5 [--edge:6px] [--label-left:14px] [--lane:10px] [--least:200px] [--ppm:1.6px] wide:[--least:128px] wide:[--ppm:1.2px]"
                  style={{
                    '--from': axis.from,
                    '--to': axis.to,
                    '--columns': columns.length,
                  }}
                >
                  <div className="sticky left-0 z-20 w-[38px] shrink-0 bg-paper">
                    <HourAxis
                      hours={hours.map((minute) => ({ minute, label: hourLabel(minute) }))}
                      now={isNowVisible ? { minute: now.minute, label: clockTime(now.minute) } : null}
                      className="mt-[53px]"
                    />
                  </div>
                  {columns.map((one, i) => {
                    const day = days[i];
                    const at = teachers.indexOf(one);
                    return (
                      day && (
                        <TeacherColumn
                          key={one.id}
                          teacher={one}
                          sign={{ color: at, initials: initialsOf(one.name.trim(), at, names) }}
                          day={day}
                          axis={axis}
                          now={now}
                          onSelect={(id) => go({ selected: id === selected ? null : id })}
                          onRestore={restore}
                        />
                      )
                    );
                  })}
                </div>
              </section>
              <div className="mt-3 wide:ml-[42px]">
                <Legend />
              </div>
              <DriveNotes legs={legs} className="mt-3 wide:ml-[42px]" />
            </>
          )
        }
      </QueryState>
      {open === null && load.data && (
        <Dragging rows={rows} days={columns.map(({ id }) => ({ date, teacherId: id }))} teachers={columns} go={go} />
      )}
      {open !== null && teacher && (
        <Suspense>
          <ChangeDialogs open={open} address={address} teacher={teacher} now={now} go={go} />
        </Suspense>
      )}
      {open === null && selected !== null && load.data && (
        <LessonCard
          key={date}
          id={selected}
          days={days}
          rows={rows}
          now={now}
          go={go}
          onRestore={restore}
          onDay={({ entry }) => {
            const own = rows.find(({ lessonId }) => lessonId === entry.id)?.teacherId ?? null;
            go({ teacherId: own, day: date, selected: entry.id });
          }}
        />
      )}
    </>
  );
}
