import type { RoadDay } from '@rondo/contracts/api/road/day.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { lateText } from '@rondo/contracts/lessons/estimate.ts';
import { Check, Copy, Send, Share, Smartphone, Timer } from 'lucide-react';
import { useRef, useState } from 'react';
import { dialed } from '../../../lib/ways.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { inputFrame } from '../../../ui/fields/field.tsx';
import { copyText, shareText, textMessageTo } from '../../../ui/send-text.ts';
import { useTold } from '../commands.ts';
import type { Line } from './lines.ts';

const tall = 'h-14 max-desk:min-h-14 min-w-0 px-2!';

/** One family: when the teacher comes, the words for it, and the ways to send them. */
export const TellRow = (props: {
  readonly day: RoadDay;
  readonly line: Line;
  readonly isFirst: boolean;
  /** Nothing is marked as told. */
  readonly isOffline: boolean;
}) => {
  const { day, line, isFirst, isOffline } = props;
  const { stop, names, minutes, isTold } = line;
  const start = toMinutes(stop.startTime);
  const [text, setText] = useState(() => lateText(day.teacherName, { names, start, minutes }));
  const field = useRef<HTMLTextAreaElement>(null);
  const { send, isPending } = useTold();
  const number = dialed(stop.contact?.phone ?? '');
  const who = stop.contact?.name ?? stop.title;
  const { studentId } = stop;
  const mark = (told: number | null): void => {
    if (studentId === null || isOffline) return;
    void send({ body: { teacherId: day.teacherId, date: day.date, told: [{ studentId, minutes: told }] } });
  };
  return (
    <li className="flex flex-col gap-2 border-b border-line p-4 last:border-b-0 max-desk:px-3.5">
      <div>
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h4 className="min-w-0 font-strong break-words">{stop.title}</h4>
          {minutes === 0 ? (
            <Badge tone="ok" icon={Check}>
              On time
            </Badge>
          ) : (
            <Badge tone="warn" icon={Timer}>
              {minutes} min late
            </Badge>
          )}
        </div>
        <p className="text-ink-2 tabular-nums">
          {minutes === 0 ? (
            `Planned ${formatTime(start)}, and so it is again`
          ) : (
            <>
              Planned {formatTime(start)}, now about <strong className="text-ink">{formatTime(start + minutes)}</strong>
            </>
          )}
        </p>
      </div>
      {isTold ? (
        <p className="flex flex-wrap items-center gap-x-3 font-control">
          <span className="flex items-center gap-1.5 text-ok">
            <Check aria-hidden className="size-4" strokeWidth={2} />
            Told
          </span>
          <button
            type="button"
            disabled={isPending || isOffline}
            className="min-h-8 text-accent underline-offset-4 hover:underline max-desk:min-h-11"
            onClick={() => mark(null)}
          >
            Not sent?
          </button>
        </p>
      ) : (
        <>
          <textarea
            ref={field}
            aria-label={`What to tell ${who}`}
            rows={4}
            className={cn(inputFrame(false), 'field-sizing-content w-full resize-none bg-sunken px-3 py-2')}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <div className="grid grid-cols-3 gap-2">
            {number === '' ? (
              <Button disabled className={tall} icon={Send}>
                Text
              </Button>
            ) : (
              <a
                href={textMessageTo(number, text)}
                aria-label={`Text ${who}`}
                className={buttonClasses(isFirst ? 'primary' : 'secondary', 'normal', tall)}
                onClick={() => mark(minutes)}
              >
                <Send aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
                Text
              </a>
            )}
            {number === '' ? (
              <Button disabled className={tall} icon={Smartphone}>
                Call
              </Button>
            ) : (
              <a
                href={`tel:${number}`}
                aria-label={`Call ${who}`}
                className={buttonClasses('secondary', 'normal', tall)}
              >
                <Smartphone aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
                Call
              </a>
            )}
            <Button
              icon={'share' in navigator ? Share : Copy}
              aria-label={`${'share' in navigator ? 'Share' : 'Copy'} the text for ${who}`}
              className={tall}
              disabled={isPending}
              onClick={() => {
                if (!('share' in navigator)) return void copyText(field.current).then(() => mark(minutes));
                return void shareText(text).then((isShared) => {
                  if (isShared) mark(minutes);
                });
              }}
            >
              {'share' in navigator ? 'Share' : 'Copy'}
            </Button>
          </div>
          {number === '' && <p className="text-small text-ink-2">No phone number</p>}
        </>
      )}
    </li>
  );
};
