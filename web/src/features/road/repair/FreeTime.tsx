import type { RoadDay, Stop } from '@rondo/contracts/api/road/day.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { read } from '../../../api/queries.ts';
import { takesPlace } from '../../../calendar/road-state.ts';
import { useSearchParam } from '../../../lib/page/search-param.ts';
import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';

/** From the end of the stop before a cancelled one to the start of the next; at the ends of a day, its own time. */
const freeAround = ({ stops }: RoadDay, stop: Stop) => {
  const at = stops.indexOf(stop);
  const from = toMinutes(stops.slice(0, at).findLast(takesPlace)?.endTime ?? stop.startTime);
  const to = toMinutes(stops.slice(at).find(takesPlace)?.startTime ?? stop.endTime);
  return { from, minutes: to - from };
};

/** Says how much time a cancelled lesson leaves, and in how many ways it can be used. */
const FreeTime = ({ day, stop }: { readonly day: RoadDay; readonly stop: Stop }) => {
  const [, setUsed] = useSearchParam('use');
  const { data } = useQuery({
    ...read('GET /api/lessons/:id/repairs', { params: { id: stop.lessonId }, query: { lessonDate: day.date } }),
    staleTime: 0,
  });
  const { from, minutes } = freeAround(day, stop);
  const ways = data?.options.length ?? 0;
  // Another lesson takes its time already.
  if (minutes <= 0) return null;
  return (
    <section
      aria-label="Free time"
      className="mt-3 flex items-start gap-3 rounded-card border border-line bg-card px-4 py-3"
    >
      <Hourglass aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" strokeWidth={1.75} />
      <div className="min-w-0 grow">
        <p className="font-strong">
          {counted(minutes, 'minute')} free from {formatTime(from)}
        </p>
        <p className="break-words text-ink-2">
          {stop.title} cancelled. {data && (ways === 0 ? 'Leaving it is best.' : `${counted(ways, 'way')} to use it.`)}
        </p>
      </div>
      {ways > 0 && (
        <Button
          className="shrink-0"
          aria-label={`Use the time from ${formatTime(from)}`}
          onClick={() => setUsed(stop.lessonId)}
        >
          Use the time
        </Button>
      )}
    </section>
  );
};

export default FreeTime;
