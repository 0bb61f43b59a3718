import type { Closure } from '@rondo/contracts/api/studio/closures.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarOff, CalendarSearch } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { send } from '../../../api/commands/command.ts';
import { useToday } from '../../../api/today.ts';
import type { NewClosure } from '../../../calendar/time-off/closure-values.ts';
import { counted } from '../../../lib/texts.ts';
import { lazyPanel } from '../../../lib/page/lazy.tsx';
import { Button } from '../../../ui/button.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { confirm, type Question } from '../../../ui/overlays/confirm.ts';
import { closuresQuery } from '../../../calendar/time-off/closures.ts';
import { TimeOffOutline } from '../components/FormOutlines.tsx';
import { ClosureLine } from './ClosureLine.tsx';
import { closureName } from '../../../calendar/time-off/closed-time.ts';
import { aheadInWords } from './closure-line-words.ts';

const ClosureDialog = lazyPanel(async () => (await import('../../../calendar/time-off/ClosureDialog.tsx')).default);

const HolidaysDialog = lazyPanel(async () => (await import('./HolidaysDialog.tsx')).default);

const remove = ({ id }: Closure) =>
  send(
    'DELETE /api/closures/:id',
    { params: { id } },
    {
      done: (answer) => ({
        title: 'Time off removed',
        ...(answer && answer.conflicts.length > 0
          ? { description: `Lessons that came back overlap ${counted(answer.conflicts.length, 'entry')}.` }
          : {}),
      }),
      failed: 'Time off was not removed',
    },
  );

/** What a removal gives back, before it does. */
const removal = async (closure: Closure): Promise<Question> => {
  const { id, over } = closure;
  const text = over
    ? 'It only goes from this list: what was closed stays as it was.'
    : await call('POST /api/closures/preview', { body: { id, remove: true } }).then(
        ({ sentence }) => sentence,
        () => 'Lessons that have not begun come back.',
      );
  return {
    title: `Remove ${closureName(closure)}?`,
    text: <p>{text} You can undo this.</p>,
    action: 'Remove',
    danger: true,
    run: () => remove(closure),
  };
};

const List = (props: {
  readonly closures: readonly Closure[];
  readonly onChange: (closure: Closure) => void;
  readonly onNew: () => void;
  readonly onHolidays: () => void;
}) => {
  const { closures, onChange, onNew, onHolidays } = props;
  const [open, setOpen] = useState(false);
  const over = closures.filter((one) => one.over).toReversed();
  const coming = closures.filter((one) => !one.over);
  const visible = open ? [...coming, ...over] : coming;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-2 tabular-nums">
          {coming.length === 0 ? 'No days are closed.' : aheadInWords(closures)}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button icon={CalendarSearch} onClick={onHolidays}>
            School holidays
          </Button>
          <Button
            kind={coming.length === 0 ? 'secondary' : 'primary'}
            icon={CalendarOff}
            onClick={onNew}
            onPointerEnter={() => void ClosureDialog.load()}
            onFocus={() => void ClosureDialog.load()}
          >
            Close days
          </Button>
        </div>
      </div>
      {visible.length > 0 && (
        <ul aria-label="Time off" className="border-t border-line">
          {visible.map((closure) => (
            <ClosureLine
              key={closure.id}
              closure={closure}
              onChange={() => onChange(closure)}
              onRemove={() => confirm(removal(closure))}
            />
          ))}
        </ul>
      )}
      {over.length > 0 && !open && (
        <Button kind="quiet" className="mt-1 -ml-2.5" onClick={() => setOpen(true)}>
          Show {over.length} that {over.length === 1 ? 'is' : 'are'} over
        </Button>
      )}
    </>
  );
};

/** When teachers do not teach. */
export default function TimeOff() {
  const closures = useQuery(closuresQuery);
  const today = useToday();
  const [subject, setSubject] = useState<Closure | NewClosure | null>(null);
  const [isSchool, setSchool] = useState(false);
  return (
    <>
      <QueryState query={closures} failed="Time off did not load." waiting={<TimeOffOutline />}>
        {(loaded) => (
          <List
            closures={loaded}
            onChange={setSubject}
            onNew={() => setSubject({ from: today, to: today, teacherIds: null, kind: 'holiday' })}
            onHolidays={() => setSchool(true)}
          />
        )}
      </QueryState>
      {isSchool && <HolidaysDialog onClose={() => setSchool(false)} />}
      {subject && <ClosureDialog closure={subject} onClose={() => setSubject(null)} />}
    </>
  );
}
