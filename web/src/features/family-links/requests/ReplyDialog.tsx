import { addDays, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../api/queries.ts';
import { usePlace } from '../../../calendar/moments/moment-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, inputClasses, TextField } from '../../../ui/fields/field.tsx';
import { ErrorPanel, LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useReply, type Request } from './commands.ts';
import { TimeOption, timeText, type Time } from './TimeOption.tsx';

type Own = Time & { readonly row: number };
const most = 3;
/** How many days before and after the lesson other times are looked for. */
const [daysBefore, daysAfter] = [7, 14];

const texts = {
  no: { title: 'Decline with a message', action: 'Decline', hint: 'The family reads it on its page.' },
  offer: { title: 'Offer other times', action: 'Offer these times', hint: 'The family chooses one on its page.' },
} as const;

/** The free times around a lesson, each with its drives and buffers, to tick. */
const FreeTimes = (props: {
  readonly row: NonNullable<Request['lesson']['row']>;
  readonly date: IsoDate;
  readonly chosen: readonly Time[];
  readonly isFull: boolean;
  readonly onToggle: (time: Time) => void;
}) => {
  const { row, date, chosen, isFull, onToggle } = props;
  const { today } = usePlace();
  const { lessonId, originalDate } = row;
  const startDate = laterOf(today, addDays(date, -daysBefore));
  const endDate = addDays(laterOf(today, date), daysAfter);
  const query = { startDate, endDate, ...(originalDate !== null && { originalDate }) };
  const times = useQuery({
    ...read('GET /api/lessons/:id/reschedule-suggestions', { params: { id: lessonId }, query }),
    // What is free now may be taken a minute later.
    staleTime: 0,
    gcTime: 0,
  });
  if (times.error) return <ErrorPanel message="Free times could not be loaded." onRetry={() => void times.refetch()} />;
  if (!times.data) return <LoadingBlocks label="Looking for free times" blocks={['h-44']} />;
  const { suggestions } = times.data;
  if (suggestions.length === 0) return <p className="text-ink-2">No free time was found around this lesson.</p>;
  return (
    <fieldset className="overflow-hidden rounded-day border border-line">
      <legend className="sr-only">Free times</legend>
      {suggestions.map((slot) => {
        const checked = chosen.some((one) => timeText(one) === timeText(slot));
        return (
          <TimeOption
            key={timeText(slot)}
            choice={{ type: 'checkbox' }}
            time={{ ...slot, free: null }}
            checked={checked}
            disabled={isFull && !checked}
            onChoose={() => onToggle({ date: slot.date, startTime: slot.startTime })}
          />
        );
      })}
    </fieldset>
  );
};

/** In which the teacher declines, or offers up to three other times. */
export const ReplyDialog = (props: {
  readonly request: Request;
  readonly answer: 'no' | 'offer';
  readonly onClose: () => void;
}) => {
  const { request, answer, onClose } = props;
  const { date, startTime, row } = request.lesson;
  const { title, action, hint } = texts[answer];
  const [ticked, setTicked] = useState<readonly Time[]>([]);
  const [own, setOwn] = useState<readonly Own[]>([]);
  const [message, setMessage] = useState('');
  const { send, isPending } = useReply(request.student.name);
  const change = (which: number, part: Partial<Own>): void =>
    setOwn(own.map((one) => (one.row === which ? { ...one, ...part } : one)));
  const toggle = (time: Time): void => {
    const others = ticked.filter((one) => timeText(one) !== timeText(time));
    setTicked(others.length < ticked.length ? others : [...ticked, time]);
  };
  const isFull = ticked.length + own.length >= most;
  const times = [...ticked, ...own.filter((one) => one.date !== '' && one.startTime !== '')];
  const submit = async (): Promise<void> => {
    const body =
      answer === 'no'
        ? { answer, message }
        : { answer, times: times.map((one) => ({ date: one.date, startTime: one.startTime })), message };
    if (await send({ params: { id: request.id }, body })) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width="form"
      busy={isPending}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            loading={isPending}
            disabled={answer === 'offer' && times.length === 0}
            onClick={() => void submit()}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{answer === 'offer' ? `${hint} Up to three times.` : hint}</p>
        {answer === 'offer' && row !== null && (
          <FreeTimes row={row} date={date} chosen={ticked} isFull={isFull} onToggle={toggle} />
        )}
        {answer === 'offer' &&
          own.map((one) => (
            <div key={one.row} className="grid grid-cols-2 gap-3">
              <TextField
                label={`Day ${one.row}`}
                type="date"
                value={one.date}
                onChange={({ target }) => change(one.row, { date: target.value })}
              />
              <TextField
                label={`Start ${one.row}`}
                type="time"
                value={one.startTime}
                onChange={({ target }) => change(one.row, { startTime: target.value })}
              />
            </div>
          ))}
        {answer === 'offer' && !isFull && (
          <Button
            size="small"
            kind="quiet"
            className="justify-self-start"
            onClick={() => setOwn([...own, { row: own.length + 1, date: '', startTime }])}
          >
            Add another time
          </Button>
        )}
        <Field label="Message" optional>
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={300}
              value={message}
              onChange={({ target }) => setMessage(target.value)}
              className={inputClasses(false, 'h-auto py-2')}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
};
