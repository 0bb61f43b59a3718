import type { Fit, FitWithMove } from '@rondo/contracts/api/fits.ts';
import { dateInWeekOf, longDayName, weekOrder, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTimeRange, isTimeText, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Star } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { InputTo } from '../../api/calls.ts';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextField } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ErrorPanel, LoadingBlocks } from '../../ui/lists/panels.tsx';
import { useTeachers } from '../queries.ts';
import { newTimeOf, type WeeklyTime } from './make-room.ts';
import { OnWeek, Rank, usePointed, type OfferedTime } from './OnWeek.tsx';

type FitSearch = InputTo<'POST /api/students/fits'>['body'];

/** "Tuesdays, 6:10 – 6:55 PM". */
const weeklyWords = ({ dayOfWeek, startTime, endTime }: Pick<Fit, 'dayOfWeek' | 'startTime' | 'endTime'>) =>
  `${longDayName(dayOfWeek)}s, ${formatTimeRange(toMinutes(startTime), toMinutes(endTime))}`;

const FitRow = (props: {
  readonly fit: Fit;
  /** Null where there is only one teacher. */
  readonly teacher: string | null;
  readonly busy: boolean;
  /** Its rank, where the week behind shows the time too. */
  readonly rank: ReactNode;
  readonly pointing: ReturnType<ReturnType<typeof usePointed>['rowAt']>;
  readonly onPick: (fit: Fit) => void;
}) => {
  const { fit, teacher, busy, rank, pointing, onPick } = props;
  return (
    <li className="border-b border-line-soft last:border-b-0">
      <button
        type="button"
        disabled={busy}
        onClick={() => onPick(fit)}
        {...pointing}
        className="flex min-h-14 w-full items-center gap-3 px-3 py-2 text-left transition-colors duration-140 ease-rondo focus-visible:-outline-offset-2 enabled:hover:bg-accent-tint disabled:opacity-50"
      >
        {rank}
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-strong tabular-nums">{weeklyWords(fit)}</span>
            <span className="text-small text-ink-2">
              from {shortDate(fit.firstDate)}
              {teacher !== null && `, with ${teacher}`}
            </span>
            {fit.preferred && (
              <span className="flex items-center gap-1 text-small text-accent">
                <Star aria-hidden className="size-3.5 fill-current" strokeWidth={1.75} />
                preferred
              </span>
            )}
          </span>
          <span className="block text-small text-pretty text-ink-2">{sentence(fit.text)}</span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      </button>
    </li>
  );
};

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Times that are free once one other family has moved. */
const WithMoves = (props: {
  readonly others: readonly FitWithMove[];
  readonly busy: boolean;
  readonly next: string;
  readonly onPick: (fit: FitWithMove) => void;
}) => (
  <section aria-label="If one other family moved" className="grid gap-2">
    <h3 className="font-strong">If one other family moved</h3>
    <p className="text-ink-2">Ask the family first. One Undo takes back both changes.</p>
    <ul className="overflow-hidden rounded-card border border-line bg-card">
      {props.others.map((fit) => (
        <li
          key={`${fit.moves.lessonId} ${fit.startTime}`}
          className="flex flex-col items-start gap-2 border-b border-line-soft px-3 py-2.5 last:border-b-0"
        >
          <p className="text-ink-2">
            <span className="font-strong text-ink tabular-nums">{weeklyWords(fit)}</span>, from{' '}
            {shortDate(fit.firstDate)}. {fit.moves.text}
          </p>
          <Button
            disabled={props.busy}
            className="h-auto! min-h-9 max-w-full py-1.5 text-left whitespace-normal! max-desk:min-h-11"
            onClick={() => props.onPick(fit)}
          >
            Move {fit.moves.name} to {newTimeOf(fit.moves)}, then {props.next}
          </Button>
        </li>
      ))}
    </ul>
  </section>
);

const days = weekOrder.map((day) => ({ value: `${day}`, label: longDayName(day) }));

/** A weekday and a time of day that the user types. */
const OwnTime = (props: {
  readonly busy: boolean;
  readonly onPick: (dayOfWeek: DayOfWeek, startTime: string) => void;
}) => {
  const [day, setDay] = useState('1');
  const [startTime, setStartTime] = useState('');
  const dayOfWeek = weekOrder.find((one) => `${one}` === day) ?? 1;
  return (
    <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-3 max-desk:grid-cols-2">
      <Field label="Weekday">
        {({ id }) => <Select id={id} label="Weekday" look="field" value={day} options={days} onChange={setDay} />}
      </Field>
      <TextField
        label="Start time"
        type="time"
        step={300}
        value={startTime}
        onChange={({ target }) => setStartTime(target.value)}
      />
      <Button
        disabled={props.busy || !isTimeText(startTime)}
        onClick={() => props.onPick(dayOfWeek, startTime)}
        className="h-10 max-desk:col-span-2 max-desk:h-12"
      >
        Use This Time
      </Button>
    </div>
  );
};

const offeredIn = ({ dayOfWeek, startTime, endTime }: Fit, monday: IsoDate): OfferedTime => ({
  date: dateInWeekOf(monday, dayOfWeek),
  start: toMinutes(startTime),
  end: toMinutes(endTime),
});

/** The weekly times that fit a student or an address, best first, and at last a time of one's own. */
export const FitList = (props: {
  readonly search: FitSearch;
  readonly busy: boolean;
  /** Changes when the times should be looked for again. */
  readonly attempt?: number;
  readonly onPick: (time: WeeklyTime) => void;
  /** What follows the move of another family: "place Ben Ito". */
  readonly next: string;
  /** Whose time one of one's own is; null where that is chosen elsewhere. */
  readonly ownTimeWith: string | null;
  /** The Monday of the week behind the dialog, if it shows the teacher's schedule. */
  readonly week?: IsoDate | undefined;
}) => {
  const { search, busy, attempt = 0, onPick, next, ownTimeWith, week } = props;
  const [isOwn, setOwn] = useState(false);
  const teachers = useTeachers();
  const { pointed, rowAt } = usePointed();
  const found = useQuery({
    queryKey: ['POST /api/students/fits', search, attempt] as const,
    queryFn: ({ signal }) => call('POST /api/students/fits', { body: search }, signal),
    // What is free now may be taken a minute later.
    staleTime: 0,
    gcTime: 0,
  });
  if (found.error) return <ErrorPanel message={found.error.message} onRetry={() => void found.refetch()} />;
  if (!found.data) return <LoadingBlocks label="Looking for weekly times" blocks={['h-44']} />;
  const { times, others, message } = found.data;
  const teacherOf = ({ teacherId }: Fit): string | null =>
    teachers.length < 2 ? null : (teachers.find(({ id }) => id === teacherId)?.name ?? null);
  return (
    <div className="grid gap-4">
      {message !== null && <output className="block text-ink-2">{message}</output>}
      {times.length > 0 && (
        <ul aria-label="Weekly times, best first" className="overflow-hidden rounded-card border border-line bg-card">
          {times.map((fit, index) => (
            <FitRow
              key={`${fit.teacherId} ${fit.dayOfWeek} ${fit.startTime}`}
              fit={fit}
              teacher={teacherOf(fit)}
              busy={busy}
              rank={week && <Rank index={index} isPointed={pointed === index} />}
              pointing={rowAt(index)}
              onPick={onPick}
            />
          ))}
        </ul>
      )}
      {week && <OnWeek times={times.map((fit) => offeredIn(fit, week))} pointed={pointed} />}
      {others.length > 0 && <WithMoves others={others} busy={busy} next={next} onPick={onPick} />}
      {ownTimeWith !== null &&
        (isOwn ? (
          <OwnTime
            busy={busy}
            onPick={(dayOfWeek, startTime) => onPick({ teacherId: ownTimeWith, dayOfWeek, startTime })}
          />
        ) : (
          <Button kind="quiet" className="justify-self-start -ml-2.5" onClick={() => setOwn(true)}>
            Choose a time myself
          </Button>
        ))}
    </div>
  );
};
