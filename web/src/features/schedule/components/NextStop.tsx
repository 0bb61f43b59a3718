import type { RoadDay } from '@rondo/contracts/api/road/day.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Navigation } from 'lucide-react';
import { Link } from 'react-router-dom';
import { read } from '../../../api/queries.ts';
import type { Now } from '../../../calendar/now.ts';
import { roadState } from '../../../calendar/road-state.ts';

/** "Next: Ben Ito, 3:45 PM, leave by 3:37 PM"; null when nothing is left to drive to. */
const nextText = (day: RoadDay, minute: Now['minute']): string | null => {
  const state = roadState(day, minute);
  if (state.kind === 'with') return `With ${state.stop.title}`;
  if (state.kind !== 'drive') return null;
  const { title, startTime, leaveBy } = state.stop;
  const leave = leaveBy === null ? '' : `, leave by ${formatTime(toMinutes(leaveBy))}`;
  return `Next: ${title}, ${formatTime(toMinutes(startTime))}${leave}`;
};

/** On a phone, above the week with today: the next stop, and the way to the day on the road. */
const NextStop = ({ teacherId, now }: { readonly teacherId: string; readonly now: Now }) => {
  const { data } = useQuery(read('GET /api/day', { query: { teacherId, date: now.today } }));
  const text = data && nextText(data, now.minute);
  return (
    <Link
      to={`/day?teacher=${teacherId}`}
      className="mb-3 flex h-15 items-center gap-3 rounded-card border border-line bg-card py-1.5 pr-2 pl-3.5"
    >
      <Navigation aria-hidden className="size-5 shrink-0 text-accent" strokeWidth={1.75} />
      <span className="min-w-0 grow">
        {text && <span className="block truncate font-strong tabular-nums">{text}</span>}
        <span className={text ? 'text-small text-ink-2' : 'font-strong'}>Open my day</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-3" strokeWidth={1.75} />
    </Link>
  );
};

export default NextStop;
