import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { hoursAWeek } from '../../../lib/availability.ts';
import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useGiveTimes } from '../commands.ts';
import { cn } from '../../../ui/cn.ts';
import { nameList, type Candidate } from '../model/checklist.ts';
import { pinnedAndMoving } from '../model/pinned.ts';

const Notice = (props: { readonly title: string; readonly warning?: boolean; readonly children: ReactNode }) => {
  const { title, warning = false, children } = props;
  const Icon = warning ? TriangleAlert : Info;
  return (
    <div
      className={cn(
        'flex gap-2.5 rounded-card border bg-raised px-3 py-2.5',
        warning ? 'border-[color-mix(in_oklab,var(--color-warn)_40%,var(--color-line))]' : 'border-line',
      )}
    >
      <Icon
        aria-hidden
        className={cn('mt-0.5 size-4 shrink-0', warning ? 'text-warn' : 'text-ink-3')}
        strokeWidth={1.75}
      />
      <div className="min-w-0 break-words">
        <p className="font-strong">{title}</p>
        <div className="text-small">{children}</div>
      </div>
    </div>
  );
};

const namesOf = (candidates: readonly Candidate[]): string[] => candidates.map(({ student }) => student.name);

type WarningsProps = {
  readonly selected: readonly Candidate[];
  readonly unassigned: readonly Student[];
  readonly startsOn: IsoDate;
  readonly planWaits: boolean;
  /** How many families may move; null: any. */
  readonly most: number | null;
  readonly onLeaveOut: (studentIds: readonly string[]) => void;
};

/** Students whom no plan can place, as the choice is still open. */
const NoTimes = ({
  without,
  onLeaveOut,
}: {
  readonly without: readonly Candidate[];
  readonly onLeaveOut: WarningsProps['onLeaveOut'];
}) => {
  const give = useGiveTimes();
  const ids = without.map(({ student }) => student.id);
  return (
    <Notice title={`${without.length} ${without.length === 1 ? 'student has' : 'students have'} no times`} warning>
      <p>
        {without.length > 5
          ? 'No plan can place them.'
          : `${nameList(namesOf(without))}: no plan can place ${without.length === 1 ? 'this student' : 'them'}.`}
      </p>
      <div className="mt-2 flex flex-wrap gap-1.5">
        <Button size="small" disabled={give.isPending} onClick={() => onLeaveOut(ids)}>
          {without.length === 1 ? 'Leave out' : 'Leave them out'}
        </Button>
        <Button size="small" loading={give.isPending} onClick={() => void give.send({ body: { studentIds: ids } })}>
          {without.length === 1 ? 'Give standard availability' : 'Give them standard availability'}
        </Button>
      </div>
    </Notice>
  );
};

export const Warnings = ({ selected, unassigned, startsOn, planWaits, most, onLeaveOut }: WarningsProps) => {
  const without = selected.filter(({ student, manual }) => !manual && hoursAWeek(student.availability) === 0);
  const { pinned, moving } = pinnedAndMoving(selected, startsOn);
  const anchored = selected.filter(({ manual }) => manual);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
      {without.length > 0 && <NoTimes without={without} onLeaveOut={onLeaveOut} />}
      {most === null && moving.length > 0 && (
        <Notice title="Rescheduling Warning" warning>
          {moving.length > 5
            ? `${moving.length} current lessons may move.`
            : `${moving.length === 1 ? 'The lesson' : 'The lessons'} of ${nameList(namesOf(moving))} may move.`}
        </Notice>
      )}
      {unassigned.length > 0 && (
        <Notice
          title={`${unassigned.length} ${unassigned.length === 1 ? 'student has' : 'students have'} no teacher`}
          warning
        >
          {unassigned.length > 5 ? 'They' : nameList(unassigned.map(({ name }) => name))}{' '}
          {unassigned.length === 1 ? 'is' : 'are'} left out. Assign them on the{' '}
          <Link to="/students?teacher=unassigned" className="font-control text-accent underline">
            Students page
          </Link>
          .
        </Notice>
      )}
      {anchored.length > 0 && (
        <Notice title="Manual lessons stay where they are">
          {nameList(namesOf(anchored))} already {anchored.length === 1 ? 'has' : 'have'} a weekly lesson. It does not
          move: the day is planned around it.
        </Notice>
      )}
      {pinned.length > 0 && (
        <Notice title={`${counted(pinned.length, 'pinned lesson')} ${pinned.length === 1 ? 'stays' : 'stay'}`}>
          {nameList(namesOf(pinned))}: the plan keeps {pinned.length === 1 ? 'this time' : 'these times'}.
        </Notice>
      )}
      {planWaits && <Notice title="A plan is pending">This run extends that plan and replaces its report.</Notice>}
    </div>
  );
};

/** The confirmation before a run that changes existing lessons. @param most how many families may move; null: any */
export const overwriteSentences = (
  selected: readonly Candidate[],
  startsOn: IsoDate,
  most: number | null,
): string[] => {
  const { moving } = pinnedAndMoving(selected, startsOn);
  const anchored = selected.filter(({ manual }) => manual);
  if (most !== null)
    return most === 0 ? [] : [`At most ${counted(most, 'family')} ${most === 1 ? 'gets' : 'get'} another time.`];
  return [
    ...(moving.length > 0
      ? [
          `${nameList(namesOf(moving))} already ${moving.length === 1 ? 'has an optimized lesson' : 'have optimized lessons'}, which the new plan replaces.`,
        ]
      : []),
    ...(anchored.length > 0
      ? [
          `${nameList(namesOf(anchored))} ${anchored.length === 1 ? 'has a manual lesson, which stays' : 'have manual lessons, which stay'} where ${anchored.length === 1 ? 'it is' : 'they are'}.`,
        ]
      : []),
  ];
};
