import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration, formatTime, formatTimeRange, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import {
  CalendarDays,
  Car,
  Ellipsis,
  MapPin,
  FileText,
  Smartphone,
  TriangleAlert,
  X,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { keyOf, queryClient } from '../../../api/queries.ts';
import { phaseOf, type Day } from '../../../calendar/days/day.ts';
import { titleOf, type DayEntry } from '../../../calendar/days/entry.ts';
import { waitWord, type Leg } from '../../../calendar/days/legs.ts';
import { statusWord } from '../../../calendar/day-view/status-word.ts';
import type { Now } from '../../../calendar/now.ts';
import { studentPath } from '../../../lib/people.ts';
import { Button, buttonClasses, IconButton } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { factLink } from '../../../ui/lists/facts.tsx';
import { usePhone } from '../../../ui/media.ts';
import { MenuOnDemand } from '../../../ui/overlays/menu-on-demand.tsx';
import type { Ask, ScheduleAddress } from '../address.ts';
import { CardFrame, focusBlock } from './CardFrame.tsx';
import { LessonRequest } from './LessonRequest.tsx';
import { actionsOf, waysTo } from './entry-actions.ts';
import { entryIn, neighborOf, type OnDay } from './place.ts';
import { Missing, successorOf } from './Missing.tsx';

type LessonCardProps = {
  readonly id: string;
  readonly days: readonly Day[];
  readonly rows: readonly CalendarLesson[];
  readonly now: Now;
  readonly go: (change: Partial<ScheduleAddress>, options?: { readonly replace?: boolean }) => void;
  readonly onRestore: (lessonId: string, on: IsoDate) => void;
  /** Opens the day that the lesson is on, if that is more than naming it in the address. */
  readonly onDay?: (here: OnDay) => void;
};

const Line = (props: { readonly icon: LucideIcon; readonly tone?: string; readonly children: ReactNode }) => {
  const { icon: Icon, tone, children } = props;
  return (
    <div className={cn('flex gap-2', tone)}>
      <Icon
        aria-hidden
        className={cn('mt-0.5 size-4 shrink-0', tone === undefined && 'text-ink-3')}
        strokeWidth={1.75}
      />
      <div className="min-w-0 grow break-words">{children}</div>
    </div>
  );
};

const titleIn = ({ entries }: Day, id: string | null): string => entries.find((other) => other.id === id)?.title ?? '';

/** "Leave home by 1:45 PM, 15 min drive", "9 min drive from Ben Ito, 6 min buffer", "14 min drive home, there at 8:14 PM". */
const legWords = (leg: Leg, way: 'before' | 'after', day: Day): string => {
  const drive = `${leg.notice === null ? '' : 'about '}${formatDuration(leg.minutes)} drive`;
  switch (leg.role) {
    case 'out':
      return `Leave home by ${formatTime(leg.start)}, ${drive}`;
    case 'back':
      return `${drive} home, there at ${formatTime(leg.end)}`;
    case 'between': {
      const where = way === 'before' ? `from ${titleIn(day, leg.from)}` : `to ${titleIn(day, leg.to)}`;
      return `${drive} ${where}, ${leg.short > 0 ? `short by ${leg.short}\u00a0min` : waitWord(leg)}`;
    }
  }
};

const Drives = ({ day, entry }: OnDay) =>
  day.legs
    .flatMap((leg) => [
      ...(leg.to === entry.id ? [{ leg, way: 'before' as const }] : []),
      ...(leg.from === entry.id ? [{ leg, way: 'after' as const }] : []),
    ])
    .map(({ leg, way }) => (
      <Line
        key={way}
        icon={leg.short > 0 ? TriangleAlert : Car}
        {...(leg.short > 0 && { tone: 'font-strong text-bad' })}
      >
        {legWords(leg, way, day)}
      </Line>
    ));

/** The name of a student leads to the student's page. */
const Name = ({ entry }: { readonly entry: DayEntry }) =>
  entry.studentId === null ? (
    entry.title
  ) : (
    <Link to={studentPath(entry.studentId)} className={factLink}>
      {entry.title}
    </Link>
  );

const Facts = ({ day, entry, row }: OnDay & { readonly row: CalendarLesson }) => {
  const phone = row.student?.phone ?? '';
  const call = waysTo({ entry, row }).find(({ label }) => label === 'Call');
  return (
    <div className="flex flex-col gap-2 px-4 text-ink-2">
      <p className={cn('text-ink tabular-nums', entry.state === 'cancelled' && 'line-through')}>
        {shortDate(day.date)}, {formatTimeRange(entry.start, entry.end)}
      </p>
      {entry.state !== 'cancelled' && (
        <LessonRequest
          studentId={entry.studentId}
          teacherId={row.teacherId}
          date={day.date}
          startTime={toTimeText(entry.start)}
        />
      )}
      {entry.address !== null && <Line icon={MapPin}>{entry.address}</Line>}
      {call && (
        <Line icon={Smartphone}>
          <a href={call.url} className={cn('text-accent', factLink)}>
            {phone}
          </a>
        </Line>
      )}
      {entry.details.notes !== null && (
        <Line icon={FileText}>
          <p className="max-h-40 overflow-auto whitespace-pre-wrap text-ink">{entry.details.notes}</p>
        </Line>
      )}
      <Drives day={day} entry={entry} />
    </div>
  );
};

const Actions = (
  props: OnDay & {
    readonly row: CalendarLesson;
    readonly now: Now;
    readonly onAsk: (ask: Ask) => void;
    readonly onRestore: () => void;
    readonly onDay: () => void;
  },
) => {
  const { day, entry, row, now, onAsk, onRestore, onDay } = props;
  const { first, changes } = actionsOf({ entry, row, on: day.date, now, onAsk, onRestore });
  return (
    <div className="grid grid-cols-3 gap-2 px-4 pt-3 pb-4">
      {first.map(({ short, icon, onSelect }) => (
        <Button key={short} kind="primary" icon={icon} onClick={onSelect} className="col-span-3">
          {short}
        </Button>
      ))}
      {changes.toReversed().map(({ short, icon, onSelect }) => (
        <Button key={short} icon={icon} onClick={onSelect} className="px-2!">
          {short}
        </Button>
      ))}
      {waysTo({ entry, row })
        .filter(({ label }) => label !== 'Text')
        .map(({ label, icon: Icon, url }) => (
          <a
            key={label}
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClasses('secondary', 'normal', 'px-2!')}
          >
            <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
            {label}
          </a>
        ))}
      <Button icon={CalendarDays} onClick={onDay} className="px-2!" aria-label={`Open day, ${shortDate(day.date)}`}>
        Open day
      </Button>
    </div>
  );
};

/** Reads the lessons again when the card opens and when the user comes back to this window: another tab may have changed them. */
const useReread = (): void => {
  useEffect(() => {
    const reread = (): void => {
      if (document.visibilityState !== 'hidden')
        void queryClient.invalidateQueries({ queryKey: keyOf('GET /api/lessons') });
    };
    reread();
    window.addEventListener('focus', reread);
    document.addEventListener('visibilitychange', reread);
    return () => {
      window.removeEventListener('focus', reread);
      document.removeEventListener('visibilitychange', reread);
    };
  }, []);
};

/** An entry of the week under the pointer: what there is to know of it, and what can be done about it. */
export const LessonCard = ({ id, days, rows, now, go, onRestore, onDay }: LessonCardProps) => {
  const phone = usePhone();
  const here = entryIn(days, id);
  const row = here && rows.find(({ lessonId }) => lessonId === id);
  // Another tab may delete it while its card is open.
  const [last, setLast] = useState<{ readonly row: CalendarLesson; readonly on: IsoDate } | null>(null);
  if (here && row && (last?.row !== row || last.on !== here.day.date)) setLast({ row, on: here.day.date });
  const next = here || !last ? undefined : successorOf(rows, last);
  const nextHere = next && entryIn(days, next.lessonId)?.entry.id;
  useEffect(() => {
    // One date that was cancelled or changed elsewhere is a row of its own now.
    if (nextHere !== undefined) go({ selected: nextHere }, { replace: true });
  }, [nextHere, go]);
  useReread();
  const title = here?.entry.title ?? (last ? titleOf(last.row) : 'Lesson');
  const close = (): void => {
    focusBlock(id);
    go({ selected: null }, { replace: true });
  };
  const openDay = (): void => {
    if (here && onDay) onDay(here);
    else if (here) go({ day: here.day.date, selected: id });
  };
  const onKey = (key: string, isOnCard: boolean): boolean => {
    if (key === 'Enter' && isOnCard && here) {
      openDay();
      return true;
    }
    const neighbor = here && neighborOf(days, here, key);
    if (neighbor) go({ selected: neighbor.entry.id }, { replace: true });
    return neighbor !== undefined;
  };
  const ask = (what: Ask): void => {
    focusBlock(id);
    go({ selected: null, open: { ask: what, lessonId: id, on: here?.day.date ?? null } });
  };
  const restore = (): void => {
    close();
    if (here) onRestore(id, here.day.date);
  };
  return (
    <CardFrame id={id} label={title} onClose={close} onKey={onKey}>
      <div className="flex items-start gap-1 pt-2 pr-1.5 pb-1 pl-4">
        <div className="min-w-0 grow pt-1.5">
          <h2 className="text-lead font-strong break-words">{here ? <Name entry={here.entry} /> : <s>{title}</s>}</h2>
          {here && (
            <p className={cn('text-small text-ink-3', here.entry.conflict && 'font-strong text-bad')}>
              {statusWord(here.entry, phaseOf(here.entry, here.day.date, now))}
            </p>
          )}
        </div>
        {here && row && (
          <MenuOnDemand
            label={`More for ${here.entry.title}`}
            button={<Ellipsis aria-hidden className="size-4" strokeWidth={2} />}
            entries={actionsOf({ entry: here.entry, row, on: here.day.date, now, onAsk: ask, onRestore: restore }).more}
            inBody={phone}
          />
        )}
        <IconButton icon={X} label="Close" onClick={close} />
      </div>
      {here && row ? (
        <>
          <Facts {...here} row={row} />
          <Actions {...here} row={row} now={now} onAsk={ask} onRestore={restore} onDay={openDay} />
        </>
      ) : (
        <Missing last={last} go={go} onClose={close} />
      )}
    </CardFrame>
  );
};
