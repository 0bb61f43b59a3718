import type { RoadDay, Stop } from '@rondo/contracts/api/road/day.ts';
import { formatDuration, formatTime, formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { Car, Check, Ellipsis, Hourglass, House, NotebookPen, X } from 'lucide-react';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { AllTaught, AttendanceButtons } from '../../calendar/attendance/AttendanceButtons.tsx';
import { useAttendedDay, type AttendedLesson } from '../../calendar/attendance/queries.ts';
import { useAttendanceMenu } from '../../calendar/attendance/use-attendance-menu.tsx';
import { closedWord, streetAndZip } from '../../calendar/days/entry.ts';
import { useSearchParam } from '../../lib/page/search-param.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import type { MenuEntry } from '../../ui/overlays/menu-face.tsx';
import { MenuOnDemand } from '../../ui/overlays/menu-on-demand.tsx';
import { stampText } from './commands.ts';
import { Estimated } from './NextCard.tsx';
import { waitingStamps, waitsText, withAttendance } from './offline/overlay.ts';
import { useEntries } from './offline/waiting.ts';
import { begunOf, endOf, ownDriveText, takesPlace } from '../../calendar/road-state.ts';

const RepairDialog = lazy(() => import('./repair/RepairDialog.tsx'));

const clockOf = (time: string): string => formatTime(toMinutes(time)).split('\u00a0')[0] ?? '';

const Row = (props: {
  readonly time: string | null;
  readonly sign: ReactNode;
  readonly isNext?: boolean;
  readonly isLast?: boolean;
  readonly children: ReactNode;
}) => (
  <li
    {...(props.isNext === true && { 'aria-current': 'step' as const })}
    className={cn(
      'relative grid grid-cols-[3rem_1.5rem_minmax(0,1fr)] gap-x-3 px-4 py-2.5',
      props.isNext === true && 'bg-accent-tint',
    )}
  >
    <span className="text-right text-ink-2 tabular-nums">{props.time === null ? '' : clockOf(props.time)}</span>
    <span className="relative flex justify-center">
      {props.isLast !== true && <span aria-hidden className="absolute top-6 -bottom-4 w-px bg-line" />}
      {props.sign}
    </span>
    <div className="min-w-0">{props.children}</div>
  </li>
);

const Number = ({ number, isOver }: { readonly number: number; readonly isOver: boolean }) => (
  <span
    className={cn(
      'relative grid size-6 place-items-center rounded-full text-small font-strong',
      isOver ? 'bg-ink-3 text-card' : 'bg-accent-fill text-on-accent',
    )}
  >
    {number}
  </span>
);

/** The name of a stop: a tap anywhere on its row that meets nothing else opens its actions, which need a connection. */
const ToActions = (props: { readonly title: string; readonly to: string; readonly isOffline: boolean }) =>
  props.isOffline ? (
    props.title
  ) : (
    <Link
      to={props.to}
      aria-label={`Actions for ${props.title}`}
      className="after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
    >
      {props.title}
    </Link>
  );

const StopRow = (props: {
  readonly stop: Stop;
  readonly number: number;
  readonly isNext: boolean;
  readonly isOver: boolean;
  /** Minutes without a lesson or a drive before it. */
  readonly waiting: number;
  readonly isLast: boolean;
  /** Who was there, once it has begun. */
  readonly attendance: ReactNode;
  readonly timeZone: string;
  /** A stamp of it is not saved yet. */
  readonly isWaiting: boolean;
  readonly isOffline: boolean;
  /** Where the day of the calendar has it selected, with its actions. */
  readonly to: string;
  /** Looks for ways to use its time, where it is cancelled and still to come. */
  readonly onUse: (() => void) | null;
}) => {
  const { onUse, to, stop, number, isNext, isOver, waiting, isLast, attendance, timeZone } = props;
  const { isWaiting, isOffline } = props;
  const { arrived, done } = stop.stamps;
  const stampLine =
    done !== null
      ? `Done ${stampText(done, timeZone)}`
      : arrived !== null
        ? `Arrived ${stampText(arrived, timeZone)}`
        : null;
  const { title, startTime, endTime, drive, address, closedReason } = stop;
  if (!takesPlace(stop))
    return (
      <Row
        time={startTime}
        isLast={isLast}
        sign={<X aria-hidden className="relative mt-1 size-4 text-ink-3" strokeWidth={1.75} />}
      >
        <p className="break-words text-ink-2 line-through">
          <ToActions title={title} to={to} isOffline={isOffline} />
        </p>
        <p className="text-ink-2">{closedReason === null ? '(Cancelled)' : closedWord(closedReason)}</p>
        {onUse && (
          <Button
            className="relative mt-1.5 max-desk:min-h-11"
            aria-label={`Use the time of ${title}’s lesson`}
            disabled={isOffline}
            onClick={onUse}
          >
            Use the time
          </Button>
        )}
        {onUse && isOffline && <p className="text-small text-ink-2">This needs a connection.</p>}
      </Row>
    );
  return (
    <Row time={startTime} isNext={isNext} isLast={isLast} sign={<Number number={number} isOver={isOver} />}>
      <p className="font-strong break-words">
        <ToActions title={title} to={to} isOffline={isOffline} />
      </p>
      <p className="text-ink-2 break-words">
        {address !== null && `${streetAndZip(address)}, `}until {formatTime(toMinutes(endTime))}
      </p>
      <Estimated stop={stop} />
      {stampLine !== null && (
        <p className="flex items-center gap-1.5 text-ink-2 tabular-nums">
          <Check aria-hidden className="size-3.5 shrink-0" strokeWidth={2} />
          {stampLine}
          {isWaiting && `. ${waitsText}`}
        </p>
      )}
      {drive && (
        <p className="flex items-center gap-1.5 text-small text-ink-2 tabular-nums">
          <Car aria-hidden className="size-3.5 shrink-0" strokeWidth={1.75} />
          {formatDuration(drive.minutes)} drive{waiting > 0 && `, ${formatDuration(waiting)} waiting`}
        </p>
      )}
      {drive?.own && <p className="pl-5 text-small text-ink-2 tabular-nums">{ownDriveText(drive)}</p>}
      {attendance}
    </Row>
  );
};

/** A time that is held until its family has answered: no lesson yet, so it has an outline alone. */
const HeldRow = ({
  change: { name, startTime, endTime, until },
  timeZone,
}: {
  readonly change: RoadDay['asked'][number]['changes'][number] & { readonly until: string };
  readonly timeZone: string;
}) => (
  <Row time={startTime} sign={<Hourglass aria-hidden className="relative mt-1 size-4 text-ink-3" strokeWidth={1.75} />}>
    <div className="rounded-block border border-dashed border-control px-3 py-1.5">
      <p className="break-words">{name}</p>
      <p className="text-ink-2">
        {formatTimeRange(toMinutes(startTime), toMinutes(endTime))}. Held until {stampText(until, timeZone)}
      </p>
    </div>
  </Row>
);

/** Who was at a lesson, what it costs, and what else can be recorded. */
const Attendance = (props: {
  readonly lesson: AttendedLesson;
  readonly date: string;
  readonly isLoading: boolean;
  readonly menu: readonly MenuEntry[];
}) => {
  const { lesson, date, isLoading, menu } = props;
  const { title, attendance, text } = lesson;
  return (
    <div className="relative mt-1.5 flex flex-wrap items-center gap-x-3 max-desk:block">
      <AttendanceButtons lesson={lesson} date={date} isLoading={isLoading} className="flex-wrap" />
      <div className="flex grow items-center justify-between gap-2">
        <p className={cn('text-small', attendance === 'absent' ? 'font-strong text-warn' : 'text-ink-2')}>{text}</p>
        <MenuOnDemand
          label={`Attendance of ${title}, more`}
          button={<Ellipsis aria-hidden className="size-4" strokeWidth={2} />}
          entries={menu}
        />
      </div>
    </div>
  );
};

/** A cancelled lesson whose time is still to come: other lessons can use it. */
export const leavesTime = (stop: Stop, minute: number | null): boolean =>
  !takesPlace(stop) && stop.closedReason === null && (minute === null || endOf(stop) > minute);

/** The stops of a day in their order, cancelled ones in their place, then home. */
export const StopList = (props: {
  readonly day: RoadDay;
  readonly next: Stop | null;
  readonly minute: number | null;
  readonly isOffline: boolean;
  readonly onNote: (stop: Stop) => void;
}) => {
  const { day, next, minute, isOffline, onNote } = props;
  const driven = day.stops.filter(takesPlace);
  const waitingBefore = (stop: Stop): number => {
    const before = driven[driven.indexOf(stop) - 1];
    const gap = before ? toMinutes(stop.startTime) - toMinutes(before.endTime) : 0;
    return Math.max(0, gap - (stop.drive?.minutes ?? 0));
  };
  const begun = useMemo(() => day.stops.flatMap((stop) => begunOf(stop, minute)), [day.stops, minute]);
  const entries = useEntries();
  const attended = withAttendance(useAttendedDay(day.teacherId, day.date, begun), entries);
  const { menuOf, dialog } = useAttendanceMenu(attended);
  const attendanceOf = (stop: Stop): ReactNode => {
    const { lessonId } = stop;
    const lesson = attended.lessons.find((one) => one.lessonId === lessonId);
    if (!lesson) return null;
    const menu = [
      { label: 'Write a note', icon: NotebookPen, onSelect: () => onNote(stop) },
      ...menuOf(lessonId, true),
    ];
    return <Attendance lesson={lesson} date={day.date} isLoading={!attended.isLoaded} menu={menu} />;
  };
  const [usedId, setUsed] = useSearchParam('use');
  const used = day.stops.find(({ lessonId }) => lessonId === usedId);
  const heldTimes = day.asked
    .filter(({ state }) => state === 'open')
    .flatMap(({ until, changes }) => changes.map((change) => ({ ...change, until })));
  const inOrder = [...day.stops, ...heldTimes].toSorted((a, b) => toMinutes(a.startTime) - toMinutes(b.startTime));
  const isHomeKnown = driven.length > 0 && day.home !== null && day.homeAt !== null;
  return (
    <section aria-label="The day" className="rounded-card border border-line bg-card pb-2">
      <div className="flex min-h-13 items-center justify-between gap-3 px-4 py-1.5">
        <h2 className="text-lead font-strong">The day</h2>
        {attended.isLoaded && attended.lessons.some((lesson) => lesson.attendance === null) && (
          <AllTaught lessons={attended.lessons} date={day.date} kind="secondary" />
        )}
      </div>
      <ol>
        {inOrder.map((stop) =>
          'until' in stop ? (
            <HeldRow key={`${stop.until} ${stop.lessonId}`} change={stop} timeZone={day.timeZone} />
          ) : (
            <StopRow
              key={stop.lessonId}
              stop={stop}
              number={driven.indexOf(stop) + 1}
              isNext={stop === next}
              isOver={stop.stamps.done !== null || (minute !== null && endOf(stop) <= minute)}
              waiting={waitingBefore(stop)}
              attendance={attendanceOf(stop)}
              timeZone={day.timeZone}
              isOffline={isOffline}
              to={`/schedule?teacher=${day.teacherId}&day=${day.date}&selected=${stop.lessonId}`}
              isWaiting={Object.keys(waitingStamps(entries, stop.lessonId, day.date)).length > 0}
              onUse={leavesTime(stop, minute) ? () => setUsed(stop.lessonId) : null}
              isLast={!isHomeKnown && stop === day.stops.at(-1)}
            />
          ),
        )}
        {isHomeKnown && (
          <Row
            time={day.homeAt}
            isLast
            sign={<House aria-hidden className="relative mt-0.5 size-4.5" strokeWidth={1.75} />}
          >
            <p className="font-strong">Home</p>
          </Row>
        )}
      </ol>
      {dialog}
      {used && leavesTime(used, minute) && (
        <Suspense>
          <RepairDialog day={day} stop={used} onClose={() => setUsed(null)} />
        </Suspense>
      )}
    </section>
  );
};
