import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { Link } from 'react-router-dom';
import { hoursAWeek, hoursText } from '../../../lib/availability.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/choice.tsx';
import { cn } from '../../../ui/cn.ts';
import { selections, type Candidate } from '../model/checklist.ts';
import { isKept } from '../model/pinned.ts';

type ChecklistProps = {
  readonly candidates: readonly Candidate[];
  /** The first day of the plan, by which a pin may have ended. */
  readonly startsOn: IsoDate;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
};

const labelsOf = (candidate: Candidate, startsOn: IsoDate): string[] => [
  ...(candidate.manual ? ['(has manual lessons)'] : []),
  ...(candidate.optimized ? [isKept(candidate, startsOn) ? '(pinned)' : '(already optimized)'] : []),
];

const freeText = (hours: number): string => (hours === 0 ? 'No times' : `Free ${hoursText(hours)}\u00a0h`);

const Row = (props: {
  readonly candidate: Candidate;
  readonly startsOn: IsoDate;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) => {
  const { candidate, startsOn, checked, onChange } = props;
  const { student } = candidate;
  const labels = labelsOf(candidate, startsOn).join(' ');
  return (
    <li className="border-b border-line-soft">
      {/* The checkbox has the name; the row around it only enlarges the target. */}
      <div
        role="presentation"
        className="grid h-10 cursor-pointer grid-cols-[18px_minmax(0,1fr)_auto_56px_80px] items-center gap-x-3 px-6 max-desk:h-auto max-desk:min-h-13 max-desk:grid-cols-[18px_minmax(0,1fr)] max-desk:px-4 max-desk:py-1.5"
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('[role=checkbox]')) return;
          onChange(!checked);
        }}
      >
        <Checkbox
          checked={checked}
          onChange={onChange}
          label={[student.name, labels].filter((part) => part !== '').join(' ')}
          className="max-desk:row-span-2"
        />
        <span className={cn('truncate', !checked && 'text-ink-2')}>{student.name}</span>
        <span className="text-small whitespace-nowrap text-ink-3 max-desk:col-start-2 max-desk:empty:hidden">
          {labels}
        </span>
        <span className="text-right text-small whitespace-nowrap text-ink-2 tabular-nums max-desk:hidden">
          {student.lessonDuration} min
        </span>
        <span className="text-right text-small whitespace-nowrap text-ink-2 tabular-nums max-desk:hidden">
          {freeText(hoursAWeek(student.availability))}
        </span>
      </div>
    </li>
  );
};

/** Which of a teacher's students a run places. */
export const Checklist = ({ candidates, startsOn, selected, onSelect }: ChecklistProps) => {
  const scheduled = candidates.filter((candidate) => candidate.scheduled).length;
  const toggle = (id: string, checked: boolean): void => {
    const next = new Set(selected);
    if (checked) next.add(id);
    else next.delete(id);
    onSelect(next);
  };
  if (candidates.length === 0)
    return (
      <p className="p-6 text-ink-2">
        No students are assigned to this teacher yet. Assign them on the{' '}
        <Link to="/students" className="font-control text-accent underline">
          Students page
        </Link>
        .
      </p>
    );
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="grid gap-3 border-b border-line px-6 pt-4 pb-3 max-desk:px-4">
        <p aria-live="polite" className="flex flex-wrap items-baseline gap-x-2">
          <span>
            <span className="text-figure font-figure tabular-nums">{selected.size}</span>{' '}
            <span className="text-ink-2">of {candidates.length} students selected</span>
          </span>{' '}
          {scheduled > 0 && <span className="text-ink-3">({scheduled} already scheduled)</span>}
        </p>
        <div className="flex flex-wrap gap-1.5">
          {selections.map(({ label, takes }) => (
            <Button
              key={label}
              size="small"
              onClick={() => onSelect(new Set(candidates.filter(takes).map(({ student }) => student.id)))}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      <ul aria-label="Students" className="min-h-0 grow desk:overflow-auto">
        {candidates.map((candidate) => (
          <Row
            key={candidate.student.id}
            candidate={candidate}
            startsOn={startsOn}
            checked={selected.has(candidate.student.id)}
            onChange={(checked) => toggle(candidate.student.id, checked)}
          />
        ))}
      </ul>
    </div>
  );
};
