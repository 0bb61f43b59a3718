import type { RoadDay, Stop } from '@rondo/contracts/api/road/day.ts';
import { formatDuration, formatTime, formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { monthAndDay } from '@rondo/contracts/calendar/words.ts';
import { KeyRound, Music, NotebookPen, Timer, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { streetAndZip } from '../../calendar/days/entry.ts';
import { cn } from '../../ui/cn.ts';
import { counted } from '../../lib/texts.ts';
import { Navigate } from './Navigate.tsx';
import { waitingNote, waitsText } from './offline/overlay.ts';
import { useEntries } from './offline/waiting.ts';
import { numberOf, type RoadState } from '../../calendar/road-state.ts';
import { ArrivedLine, StopActions } from './StopActions.tsx';

const Noted = (props: { readonly icon: typeof KeyRound; readonly head: string; readonly text: string | null }) => {
  const { icon: Icon, head, text } = props;
  if (text === null) return null;
  return (
    <div className="flex gap-3">
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ink-2" strokeWidth={1.75} />
      <div className="min-w-0">
        <h3 className="text-small text-ink-2">{head}</h3>
        <p className="whitespace-pre-wrap break-words">{text}</p>
      </div>
    </div>
  );
};

/** The largest text of the card: a time, and beside it what it comes to. */
const Clock = (props: {
  readonly head: ReactNode;
  readonly time: string;
  readonly late?: boolean;
  readonly beside: ReactNode;
}) => {
  const [time, half] = formatTime(toMinutes(props.time)).split('\u00a0');
  return (
    <div className="flex items-end justify-between gap-4 border-y border-line py-3">
      <div className={cn(props.late === true && 'text-bad')}>
        <h3 className={cn('flex items-center gap-1.5 text-small', props.late === true ? 'font-strong' : 'text-ink-2')}>
          {props.head}
        </h3>
        <p className="text-[40px]/[1.1] font-figure tabular-nums">
          {time} <span className="text-title font-medium text-ink-2">{half}</span>
        </p>
      </div>
      <div className="pb-1 text-right tabular-nums">{props.beside}</div>
    </div>
  );
};

const inWords = (minutes: number): string =>
  minutes < 60 ? `In ${counted(minutes, 'minute')}` : `In ${formatDuration(minutes)}`;

/** When to leave for a stop, and how long the drive takes; once it has passed, when the teacher would be there. */
const Leaving = ({
  stop,
  minute,
  head,
}: {
  readonly stop: Stop;
  readonly minute: number | null;
  readonly head: string;
}) => {
  const { leaveBy, drive, startTime } = stop;
  if (leaveBy === null || drive === null)
    return (
      <Clock
        head="Begins"
        time={startTime}
        beside={minute !== null && toMinutes(startTime) > minute && inWords(toMinutes(startTime) - minute)}
      />
    );
  const left = minute === null ? null : toMinutes(leaveBy) - minute;
  const there = minute === null ? null : minute + drive.minutes;
  const isLate = left !== null && left < 0;
  return (
    <Clock
      late={isLate}
      head={
        isLate ? (
          <>
            <TriangleAlert aria-hidden className="size-3.5" strokeWidth={2} />
            Leave now
          </>
        ) : (
          head
        )
      }
      time={leaveBy}
      beside={
        isLate && there !== null ? (
          <span className="text-bad">
            <span className="block font-strong">There about {formatTime(there)}</span>
            {there > toMinutes(startTime) ? `${there - toMinutes(startTime)} min late` : `${drive.minutes} min drive`}
          </span>
        ) : (
          <>
            {left !== null && <span className="block font-strong">{left === 0 ? 'Now' : inWords(left)}</span>}
            <span className="text-ink-2">{drive.minutes} min drive</span>
          </>
        )
      }
    />
  );
};

/** When a late stop begins, beside its planned time. */
export const Estimated = ({ stop: { estimate, startTime, stamps } }: { readonly stop: Stop }) => {
  if (estimate === null || stamps.done !== null) return null;
  const [now, planned] = [formatTime(toMinutes(estimate.startTime)), formatTime(toMinutes(startTime))];
  return (
    <p className="flex items-center gap-1.5 font-control text-warn tabular-nums">
      <Timer aria-hidden className="size-3.5 shrink-0" strokeWidth={2} />
      <span className="sr-only">{`${now}, ${counted(estimate.late, 'minute')} late, planned ${planned}`}</span>
      <span aria-hidden>
        About {now}, {estimate.late} min late
      </span>
    </p>
  );
};

const CardFrame = (props: { readonly label: string; readonly at?: string; readonly children: ReactNode }) => (
  <section aria-label={props.label} className="flex flex-col gap-3 rounded-card border border-line bg-card p-4">
    <div className="flex justify-between gap-3">
      <h2 className="font-strong text-accent">{props.label}</h2>
      {props.at !== undefined && <p className="text-ink-2 tabular-nums">{props.at}</p>}
    </div>
    {props.children}
  </section>
);

/** The last note: its date, and whether a family can read it. */
const LastNote = ({ stop: { studentId, lastNote } }: { readonly stop: Stop }) => {
  const entries = useEntries();
  if (lastNote === null) return null;
  const { date, kind, text } = lastNote;
  const isWaiting = waitingNote(entries, { studentId, date, kind }) !== undefined;
  const head = `${monthAndDay(date)}${kind === 'private' ? ', only for you' : ''}${isWaiting ? `. ${waitsText}` : ''}`;
  return <Noted icon={NotebookPen} head={head} text={text} />;
};

/** What there is to do next on the road. */
export const NextCard = (props: {
  readonly day: RoadDay;
  readonly state: RoadState;
  readonly minute: number | null;
  readonly isOffline: boolean;
  readonly onNote: (stop: Stop) => void;
}) => {
  const { day, state, minute, isOffline, onNote } = props;
  if (state.kind === 'drive' || state.kind === 'with') {
    const { stop, after } = state;
    const { number, of } = numberOf(day, stop);
    const first = stop.title.split(' ')[0] ?? stop.title;
    const isThere = state.kind === 'with';
    return (
      <CardFrame
        label={
          isThere
            ? `With ${first}, until ${formatTime(toMinutes(stop.estimate?.endTime ?? stop.endTime))}`
            : number === 1
              ? 'First stop'
              : 'Next stop'
        }
        at={`${number} of ${of}`}
      >
        <div className="-mt-2">
          <p className="text-title font-title break-words">{stop.title}</p>
          <p className="text-ink-2 tabular-nums">
            {formatTimeRange(toMinutes(stop.startTime), toMinutes(stop.endTime))}, {stop.duration} min
          </p>
          {stop.address !== null && <p className="text-ink-2 break-words">{streetAndZip(stop.address)}</p>}
          <Estimated stop={stop} />
          <ArrivedLine stop={stop} timeZone={day.timeZone} date={day.date} />
        </div>
        {!isThere && <Leaving stop={stop} minute={minute} head={number === 1 ? 'Leave home by' : 'Leave by'} />}
        {isThere && after && (
          <Leaving stop={after} minute={minute} head={`Then leave for ${after.title.split(' ')[0]}`} />
        )}
        <Noted icon={KeyRound} head="At the door" text={stop.doorNote} />
        <Noted icon={Music} head="For this lesson" text={stop.notes} />
        <LastNote stop={stop} />
        <StopActions day={day} state={state} minute={minute} isOffline={isOffline} onNote={onNote} />
      </CardFrame>
    );
  }
  if (state.kind === 'home' && day.home && day.homeAt !== null)
    return (
      <CardFrame label="Drive home">
        <div className="-mt-2">
          <p className="text-title font-title">Home</p>
          <p className="text-ink-2">{streetAndZip(day.home.address)}</p>
        </div>
        <Clock head="Home about" time={day.homeAt} beside={null} />
        <Navigate to={{ ...day.home, precision: day.home.latitude === null ? null : 'exact' }} label="Navigate home" />
        <DayFigures day={day} />
      </CardFrame>
    );
  if (state.kind === 'none') return null;
  return (
    <CardFrame label="The day is done">
      <DayFigures day={day} />
    </CardFrame>
  );
};

const DayFigures = ({ day: { figures } }: { readonly day: RoadDay }) => (
  <dl className="grid grid-cols-3 gap-3">
    {[
      { term: 'Lessons', text: `${figures.lessons}` },
      { term: 'Driving', text: formatDuration(figures.driving) },
      { term: 'Waiting', text: formatDuration(figures.waiting) },
    ].map(({ term, text }) => (
      <div key={term}>
        <dt className="text-small text-ink-2">{term}</dt>
        <dd className="font-strong tabular-nums">{text}</dd>
      </div>
    ))}
  </dl>
);
