import type { Closure } from '@rondo/contracts/api/studio/closures.ts';
import { closedDays } from '@rondo/contracts/calendar/closures/words.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import { CalendarOff, Ellipsis, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useTeachers } from '../../../calendar/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { MenuOnDemand } from '../../../ui/overlays/menu-on-demand.tsx';
import { closureName } from '../../../calendar/time-off/closed-time.ts';
import { lessonsInWords, moneyInWords, namesOf } from './closure-line-words.ts';

const minutesOf = (time: string | null): number | null => (time === null ? null : toMinutes(time));

/** One closure: what families read, when, whose, how many lessons it closes, and what can be done with it. */
export const ClosureLine = (props: {
  readonly closure: Closure;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}) => {
  const { closure, onChange, onRemove } = props;
  const { from, to, reason, over } = closure;
  const days = closedDays({ from, to, fromTime: minutesOf(closure.fromTime), toTime: minutesOf(closure.toTime) });
  const facts = useId();
  const teachers = useTeachers();
  return (
    <li className="grid min-h-14 grid-cols-[16px_minmax(0,1.3fr)_minmax(0,1.25fr)_minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line-soft py-2 last:border-b-0 max-desk:grid-cols-[16px_minmax(0,1fr)] max-desk:gap-y-1.5 max-desk:py-3">
      <CalendarOff aria-hidden className="size-4 text-ink-3 max-desk:mt-0.5 max-desk:self-start" strokeWidth={1.75} />
      <div className="min-w-0">
        <h3 className="font-strong break-words">{closureName(closure)}</h3>
        <p className="text-small font-small text-ink-3">
          {reason === null ? 'No reason for families' : 'Families read this'}
        </p>
      </div>
      <div id={facts} className="min-w-0 max-desk:col-start-2">
        <p className="tabular-nums">{days}</p>
        <p className="text-small font-small break-words text-ink-3">{namesOf(closure.teacherIds, teachers)}</p>
      </div>
      <div className="min-w-0 max-desk:col-start-2">
        <p className="text-ink-2 tabular-nums">{lessonsInWords(closure)}</p>
        <p className="text-small font-small text-ink-3">{moneyInWords(closure.money)}</p>
      </div>
      <div className="flex items-center gap-1 max-desk:col-start-2 max-desk:mt-0.5">
        {!over && (
          <Button size="small" aria-describedby={facts} onClick={onChange}>
            Change
          </Button>
        )}
        <MenuOnDemand
          label={`Actions for ${closureName(closure)}, ${days}`}
          button={<Ellipsis aria-hidden className="size-4" strokeWidth={2} />}
          entries={[{ label: 'Remove', icon: Trash2, danger: true, onSelect: onRemove }]}
        />
      </div>
    </li>
  );
};
