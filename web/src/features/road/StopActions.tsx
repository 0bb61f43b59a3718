import type { RoadDay, Stop } from '@rondo/contracts/api/road/day.ts';
import type { MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { Check, MapPinCheck, NotebookPen, Send, Smartphone, Timer } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { trueTime } from './offline/true-time.ts';
import { dialed } from '../../lib/ways.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { stampText, useStamp } from './commands.ts';
import { Navigate } from './Navigate.tsx';
import { waitingStamps, waitsText } from './offline/overlay.ts';
import { useEntries } from './offline/waiting.ts';
import { isLessonOfStudent, type RoadState } from '../../calendar/road-state.ts';

const RunningLate = lazy(() => import('./late/RunningLate.tsx'));

const tall = 'h-14 min-h-14 grow text-lead px-2!';

const ways = [
  { label: 'Call', icon: Smartphone, scheme: 'tel' },
  { label: 'Text', icon: Send, scheme: 'sms' },
] as const;

/** Calls and texts whom the teacher tells about a lesson. */
const Reach = (
  props: Pick<Stop, 'contact'> & {
    /** Who is at the door does not write. */
    readonly isThere: boolean;
    readonly children?: ReactNode;
  },
) => {
  const { contact, isThere, children } = props;
  const number = dialed(contact?.phone ?? '');
  const who = contact?.name ?? 'the family';
  return (
    <>
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {ways.slice(0, isThere ? 1 : 2).map(({ label, icon: Icon, scheme }) =>
          number === '' ? (
            <button key={label} type="button" disabled className={buttonClasses('secondary', 'large', tall)}>
              <Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
              {label}
            </button>
          ) : (
            <a
              key={label}
              href={`${scheme}:${number}`}
              aria-label={`${label} ${who}`}
              className={buttonClasses('secondary', 'large', tall)}
            >
              <Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
              {label}
            </a>
          ),
        )}
        {children}
      </div>
      {number === '' && <p className="-mt-1 text-small text-ink-2">No phone number</p>}
    </>
  );
};

/** When the teacher came, and for a while the way back. */
export const ArrivedLine = ({ stop, timeZone, date }: StampedStop) => {
  const { send, isPending } = useStamp(stop, timeZone);
  const { arrived } = stop.stamps;
  const isWaiting = waitingStamps(useEntries(), stop.lessonId, date).arrived !== undefined;
  if (arrived === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-ink-2 tabular-nums">
      Arrived {stampText(arrived, timeZone)}
      {isWaiting && `. ${waitsText}`}
      <button
        type="button"
        disabled={isPending}
        className="font-control text-accent underline-offset-4 hover:underline max-desk:min-h-11"
        onClick={() => void send({ body: { lessonId: stop.lessonId, date, kind: 'arrived', at: null } })}
      >
        Undo
      </button>
    </p>
  );
};

type StampedStop = { readonly stop: Stop; readonly timeZone: string; readonly date: string };

const StampButton = (
  props: StampedStop & { readonly kind: 'arrived' | 'done'; readonly isMain: boolean; readonly label: string },
) => {
  const { stop, timeZone, date, kind, isMain, label } = props;
  const { send, isPending } = useStamp(stop, timeZone);
  return (
    <Button
      kind={isMain ? 'primary' : 'secondary'}
      size="large"
      icon={kind === 'arrived' ? MapPinCheck : Check}
      loading={isPending}
      className={tall}
      onClick={() => {
        const at = new Date(trueTime()).toISOString();
        void send({ body: { lessonId: stop.lessonId, date, kind, at } });
      }}
    >
      {label}
    </Button>
  );
};

/** What there is to do at the next stop, or on the way to it. */
export const StopActions = (props: {
  readonly day: RoadDay;
  readonly state: Extract<RoadState, { readonly stop: Stop }>;
  readonly minute: MinuteOfDay | null;
  readonly isOffline: boolean;
  /** Opens the note of a lesson. */
  readonly onNote: (stop: Stop) => void;
}) => {
  const { day, state, minute, isOffline, onNote } = props;
  const { stop, after, kind } = state;
  const [isLateOpen, setLateOpen] = useState(false);
  const isToday = minute !== null && minute <= 1440;
  const isThere = kind === 'with';
  const lateAt = isThere ? after : stop;
  const stamped = { stop, timeZone: day.timeZone, date: day.date };
  const late = isToday && lateAt && (
    <Button icon={Timer} size="large" className={tall} onClick={() => setLateOpen(true)}>
      {isThere ? 'Running over' : 'Late'}
    </Button>
  );
  const isArrivalOpen = isToday && stop.stamps.arrived === null;
  return (
    <>
      {isThere && isToday && isLessonOfStudent(stop) && (
        <Button icon={NotebookPen} size="large" className={tall} onClick={() => onNote(stop)}>
          Write a note
        </Button>
      )}
      {isThere && isToday ? (
        <StampButton {...stamped} kind="done" isMain label="Done" />
      ) : (
        <Navigate to={stop} label="Navigate" />
      )}
      <Reach contact={stop.contact} isThere={isThere && isToday}>
        {late}
      </Reach>
      {isArrivalOpen && <StampButton {...stamped} kind="arrived" isMain={false} label="Arrived" />}
      {isThere && after && <Navigate to={after} label="Navigate on" isQuiet />}
      {isLateOpen && lateAt && minute !== null && (
        <Suspense>
          <RunningLate
            day={day}
            stop={lateAt}
            minute={minute}
            isOffline={isOffline}
            onClose={() => setLateOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
};
