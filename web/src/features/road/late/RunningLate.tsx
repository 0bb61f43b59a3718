import type { RoadDay, Stop } from '@rondo/contracts/api/road/day.ts';
import { formatTime, isTimeText, toMinutes, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { CircleCheck, Clock } from 'lucide-react';
import { useState } from 'react';
import { counted, joined } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { TextField } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useDelay } from '../commands.ts';
import { withDelay } from '../offline/overlay.ts';
import { takesPlace } from '../../../calendar/road-state.ts';
import { linesOf } from './lines.ts';
import { TellRow } from './TellRow.tsx';

const choices = [5, 10, 15] as const;
/** Minutes: a delay without a network is held to what the server takes. */
const longestDelay = 180;

const Choice = (props: { readonly isChosen: boolean; readonly onClick: () => void; readonly children: string }) => (
  <Button
    aria-pressed={props.isChosen}
    className={cn('h-14 min-w-0 px-1! max-desk:min-h-14', props.isChosen && 'border-2! border-accent! bg-accent-tint!')}
    onClick={props.onClick}
  >
    {props.children}
  </Button>
);

/** How late the teacher will be at a stop, and whom to tell. */
const RunningLate = (props: {
  readonly day: RoadDay;
  readonly stop: Stop;
  readonly minute: MinuteOfDay;
  /** What is said is computed here and not saved. */
  readonly isOffline: boolean;
  readonly onClose: () => void;
}) => {
  const { stop, minute, isOffline, onClose } = props;
  const [unsaved, setUnsaved] = useState<number | null>(null);
  const day = isOffline && unsaved !== null ? withDelay(props.day, stop, unsaved) : props.day;
  const { teacherId, date, delay } = day;
  const { send, isPending, input } = useDelay();
  const [time, setTime] = useState<string | null>(null);
  const outlook = delay?.lessonId === stop.lessonId ? delay : null;
  const current = isPending ? (input?.body.minutes ?? null) : (outlook?.minutes ?? null);
  // The lists may be there before the answer: what they show then is no longer old.
  const isOld =
    isPending &&
    (input?.body.minutes === undefined
      ? outlook?.startTime !== input?.body.startTime
      : (outlook?.minutes ?? 0) !== input.body.minutes);
  const report = (how: { readonly minutes: number } | { readonly startTime: string }): void => {
    if (!isOffline) return void send({ body: { teacherId, date, lessonId: stop.lessonId, ...how } });
    const minutes = 'minutes' in how ? how.minutes : toMinutes(how.startTime) - toMinutes(stop.startTime);
    setUnsaved(Math.min(Math.max(minutes, 0), longestDelay));
  };
  const { toTell, told } = linesOf(day, minute);
  const concerned = new Set([...toTell, ...told].map(({ stop: { lessonId } }) => lessonId));
  const onTime = day.stops.filter(
    (one) =>
      takesPlace(one) &&
      one.estimate === null &&
      one.stamps.done === null &&
      toMinutes(one.startTime) > minute &&
      !concerned.has(one.lessonId),
  );
  const isOwn = current !== null && current > 0 && !choices.some((minutes) => minutes === current);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Running late"
      subtitle="The schedule itself stays as it is."
      width="form"
      bodyClassName="flex flex-col gap-4 p-6 max-desk:p-4"
      footer={
        <>
          <Button disabled={isPending} onClick={() => report({ minutes: 0 })}>
            On time again
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <fieldset className="min-w-0">
        <legend className="mb-2 font-strong">
          How late will you be at {stop.title}, {formatTime(toMinutes(stop.startTime))}?
        </legend>
        <div className="grid grid-cols-4 gap-2">
          {choices.map((minutes) => (
            <Choice key={minutes} isChosen={current === minutes} onClick={() => report({ minutes })}>
              {`${minutes} min`}
            </Choice>
          ))}
          <Button
            {...(!isOwn && { icon: Clock })}
            aria-pressed={isOwn}
            aria-expanded={time !== null}
            className={cn('h-14 min-w-0 px-1! max-desk:min-h-14', isOwn && 'border-2! border-accent! bg-accent-tint!')}
            onClick={() => setTime(time === null ? (stop.estimate?.startTime ?? stop.startTime) : null)}
          >
            {isOwn && delay ? formatTime(toMinutes(delay.startTime)) : 'Time'}
          </Button>
        </div>
      </fieldset>
      {time !== null && (
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            report({ startTime: time });
            setTime(null);
          }}
        >
          <TextField
            label="There at"
            type="time"
            className="grow"
            value={time}
            onChange={({ target }) => setTime(target.value)}
          />
          <Button type="submit" kind="primary" disabled={!isTimeText(time)} className="max-desk:min-h-12">
            Set
          </Button>
        </form>
      )}
      {isOffline && (
        <p className="text-ink-2">
          This needs a connection to be saved. The times below are computed on this device; families stay on the list
          until you mark them with a connection.
        </p>
      )}
      <div aria-live="polite" className={cn('flex flex-col gap-4', isOld && 'opacity-50')}>
        {toTell.length > 0 && (
          <h3 className="text-lead font-strong">
            {toTell.length === 1 ? '1 family to tell' : `${toTell.length} families to tell`}
          </h3>
        )}
        {toTell.length + told.length > 0 && (
          <ul className="rounded-card border border-line">
            {[...told, ...toTell]
              .toSorted((a, b) => (a.stop.startTime < b.stop.startTime ? -1 : 1))
              .map((line) => (
                <TellRow
                  key={`${line.stop.lessonId} ${line.minutes} ${line.isTold}`}
                  day={day}
                  line={line}
                  isFirst={line === toTell[0]}
                  isOffline={isOffline}
                />
              ))}
          </ul>
        )}
        {toTell.length === 0 && (
          <p className="text-ink-2">
            {delay && delay.minutes > 0
              ? 'Every family knows, or the minutes between are enough.'
              : `You have not said that you are late. ${counted(onTime.length, 'lesson')} to come.`}
          </p>
        )}
        {onTime.length > 0 && (
          <p className="flex gap-2.5 text-ink-2">
            <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ok" strokeWidth={1.75} />
            <span>
              <strong className="text-ink">On time:</strong>{' '}
              {joined(onTime.map(({ title, startTime }) => `${title}, ${formatTime(toMinutes(startTime))}`))}.
              {day.homeAt !== null && ` Home ${formatTime(toMinutes(day.homeAt))}.`}
            </span>
          </p>
        )}
      </div>
    </Dialog>
  );
};

export default RunningLate;
