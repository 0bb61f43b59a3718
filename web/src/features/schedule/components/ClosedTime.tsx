import type { Closure } from '@rondo/contracts/api/studio/closures.ts';
import { closureInWords } from '@rondo/contracts/calendar/closures/words.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarOff, Send } from 'lucide-react';
import { Link } from 'react-router-dom';
import { read } from '../../../api/queries.ts';
import { untoldCountQuery } from '../../../calendar/telling.ts';
import { closedCounts, countsInWords, untoldFamilies } from '../../../calendar/time-off/closed-counts.ts';
import { counted } from '../../../lib/texts.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';

const minutesOf = (time: string | null): number | null => (time === null ? null : toMinutes(time));

const noLessons = { closes: 0, keeps: 0 };

/** "8 families do not know yet." */
const untoldInWords = (families: number): string =>
  `${counted(families, 'family')} ${families === 1 ? 'does' : 'do'} not know yet.`;

/** Above a week with closed time, a line for each closure: when, how many lessons of this teacher it closes that week, who does not know yet, and the ways to change it and to tell them. */
export default function ClosedTime(props: {
  readonly closures: readonly Closure[];
  readonly teacherId: string;
  readonly rows: readonly CalendarLesson[];
  readonly onChange: (closureId: string) => void;
}) {
  const { closures, teacherId, rows, onChange } = props;
  const { data: waiting } = useQuery(untoldCountQuery);
  const { data: untold } = useQuery({
    ...read('GET /api/changes', { query: {} }),
    enabled: (waiting?.families ?? 0) > 0 && closures.some(({ over }) => !over),
  });
  const counts = closedCounts(rows, teacherId);
  return closures.map((closure) => {
    const families = closure.over ? 0 : untoldFamilies(untold ?? [], closure.id);
    return (
      <aside
        key={closure.id}
        aria-label="Closed time"
        className="mb-4 flex min-h-12 items-center gap-x-3 gap-y-1.5 rounded-card border border-line bg-card py-1.5 pr-2 pl-3.5 max-desk:mb-3 max-desk:flex-wrap"
      >
        <CalendarOff aria-hidden className="size-5 shrink-0 text-ink-2" strokeWidth={1.75} />
        <p className="min-w-0 grow break-words tabular-nums max-desk:basis-3/4">
          <strong className="font-strong">
            {closureInWords({
              ...closure,
              fromTime: minutesOf(closure.fromTime),
              toTime: minutesOf(closure.toTime),
            })}
            .
          </strong>{' '}
          <span className="text-ink-2">
            {countsInWords(counts.get(closure.id) ?? noLessons)}.{families > 0 && ` ${untoldInWords(families)}`}
          </span>
        </p>
        {!closure.over && (
          <Button className="max-desk:flex-1" onClick={() => onChange(closure.id)}>
            Change
          </Button>
        )}
        {families > 0 && (
          <Link to="/changes" className={buttonClasses('secondary', 'normal', 'max-desk:flex-1')}>
            <Send aria-hidden className="size-4" strokeWidth={1.75} />
            Tell {counted(families, 'family')}
          </Link>
        )}
      </aside>
    );
  });
}
