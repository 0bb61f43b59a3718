import { useQuery } from '@tanstack/react-query';
import { longDayName, weekOrder } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration, formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { Plus, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { BranchActions } from './BranchActions.tsx';
import { branchQuery, useDropBranch, useTakeBack, type Branch, type Change } from './commands.ts';
import { Since } from './ComparisonTable.tsx';

const ChangeDialog = lazy(() => import('./ChangeDialog.tsx'));

const ChangeRow = ({ branchId, change }: { readonly branchId: string; readonly change: Change }) => {
  const takeBack = useTakeBack();
  return (
    <li className="flex items-center justify-between gap-3 border-b border-line px-5 py-2.5 last:border-b-0 max-desk:px-4">
      <span className="min-w-0 text-pretty">
        {change.text}
        {!change.isLocated && (
          <span className="block text-small text-warn">
            The map does not know this address: each drive there counts 15 minutes.
          </span>
        )}
      </span>
      <Button
        size="small"
        icon={Undo2}
        loading={takeBack.isPending}
        onClick={() => void takeBack.send({ params: { id: branchId, changeId: change.id } })}
      >
        Take Back
      </Button>
    </li>
  );
};

const Changes = ({ branch, onAdd }: { readonly branch: Branch; readonly onAdd: () => void }) => (
  <Card className="overflow-hidden border-l-4 border-l-ink">
    <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-5 py-3 max-desk:px-4">
      <h2 className="text-lead font-strong">In the branch {branch.name}</h2>
      <Button icon={Plus} onClick={onAdd}>
        Add a Change
      </Button>
    </div>
    {branch.changes.length === 0 ? (
      <p className="px-5 py-4 text-pretty text-ink-2 max-desk:px-4">
        Nothing is otherwise yet. Add what you would like to try.
      </p>
    ) : (
      <ol>
        {branch.changes.map((change) => (
          <ChangeRow key={change.id} branchId={branch.id} change={change} />
        ))}
      </ol>
    )}
  </Card>
);

const Figures = ({ figures, startsOn, planned }: Pick<Branch, 'figures' | 'startsOn' | 'planned'>) => {
  const facts = [
    ['Students placed', `${figures.placed} of ${figures.students}`],
    ['Driving a week', formatDuration(figures.driveMinutes)],
    ['Waiting', formatDuration(figures.waitingMinutes)],
    ['Families that move', String(figures.moved)],
  ] as const;
  return (
    <Card className="px-5 py-4 max-desk:px-4">
      <h2 className="text-lead font-strong">{planned ? 'As planned' : 'Not planned yet'}</h2>
      <p className="mt-1 text-pretty text-ink-2">
        {planned && startsOn !== null
          ? `From ${shortDate(startsOn)} on.`
          : 'These figures are those of the present week with the changes.'}
      </p>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-small text-ink-2">{label}</dt>
            <dd className="font-strong tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};

const WeekOf = ({ week }: { readonly week: Branch['week'][number] }) => (
  <Card className="px-5 py-4 max-desk:px-4">
    <h2 className="text-lead font-strong">{week.teacherName}</h2>
    {week.entries.length === 0 && <p className="mt-1 text-ink-2">No weekly lessons.</p>}
    <div className="mt-2 grid grid-cols-1 gap-x-8 gap-y-4 desk:grid-cols-2 wide:grid-cols-3">
      {weekOrder.map((day) => {
        const own = week.entries.filter(({ dayOfWeek }) => dayOfWeek === day);
        return (
          own.length > 0 && (
            <div key={day}>
              <h3 className="font-strong">{longDayName(day)}</h3>
              <ul>
                {own.map(({ lessonId, title, startTime, endTime }) => (
                  <li key={lessonId} className="flex justify-between gap-3 py-0.5">
                    <span className="min-w-0 truncate">{title}</span>
                    <span className="shrink-0 text-ink-2 tabular-nums">
                      {formatTimeRange(toMinutes(startTime), toMinutes(endTime))}
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
    </div>
  </Card>
);

const Loaded = ({ branch }: { readonly branch: Branch }) => {
  const { id, name, planned, startsOn, revision, changes, changedSince, figures } = branch;
  const [isAdding, setAdding] = useState(false);
  const drop = useDropBranch(name);
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    if (await drop.send({ params: { id } })) void navigate('/planner/branches');
  };
  return (
    <>
      <title>{`${name} - Rondo`}</title>
      <PageHead
        title={name}
        subtitle={
          <p className="text-ink-2">
            <Link className="text-accent underline" to="/planner/branches">
              What if
            </Link>
            . No one else sees it.
          </p>
        }
        actions={
          <>
            <BranchActions
              withLink={false}
              branch={{
                id,
                name,
                planned,
                startsOn,
                revision,
                changes: changes.map(({ text }) => text.replace(/\.$/u, '')),
                isOutdated: changedSince.length > 0,
                moves: figures.moved === 0 ? [] : [`${counted(figures.moved, 'family')}, named in the comparison`],
              }}
            />
            <Button kind="danger" size="small" loading={drop.isPending} onClick={() => void leave()}>
              Drop
            </Button>
          </>
        }
      />
      <div className="mb-3">
        <Since since={changedSince} />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
        <Changes branch={branch} onAdd={() => setAdding(true)} />
        <Figures {...branch} />
      </div>
      <div className="mt-4 grid grid-cols-1 gap-4">
        {branch.week.map((week) => (
          <WeekOf key={week.teacherId} week={week} />
        ))}
      </div>
      {isAdding && (
        <Suspense>
          <ChangeDialog branchId={id} name={name} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
};

/** One branch: what is otherwise in it, and the week that it comes to. */
export default function BranchPage({ id }: { readonly id: string }) {
  const branch = useQuery(branchQuery(id));
  return (
    <QueryState
      query={branch}
      failed="The branch did not load. It may have been taken over or dropped."
      waiting={<LoadingBlocks label="Loading the branch" className="grid gap-px" blocks={['h-17', 'h-80']} />}
    >
      {(loaded) => <Loaded branch={loaded} />}
    </QueryState>
  );
}
