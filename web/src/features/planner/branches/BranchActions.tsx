import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { Link } from 'react-router-dom';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/overlays/confirm.ts';
import { usePlanBranch, useTakeOver } from './commands.ts';

type Acting = {
  readonly id: string;
  readonly name: string;
  readonly planned: boolean;
  readonly startsOn: string | null;
  readonly revision: string;
  readonly changes: readonly string[];
  /** The studio has changed since. */
  readonly isOutdated: boolean;
  /** Who gets another time, one line each. */
  readonly moves: readonly string[];
};

const Lines = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) =>
  lines.length > 0 && (
    <>
      <p className="mt-2 font-strong">{title}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );

/** Plans a branch, takes it over once it is planned, and opens it. @param props.withLink where the branch is not open itself */
export const BranchActions = ({ branch, withLink }: { readonly branch: Acting; readonly withLink: boolean }) => {
  const { id, name, planned, startsOn, revision, changes, isOutdated, moves } = branch;
  const plan = usePlanBranch(name);
  const takeOver = useTakeOver(name);
  const isReady = planned && !isOutdated;
  const ask = (): void =>
    confirm({
      title: `Take over ${name}?`,
      text: (
        <div className="text-pretty">
          <p>
            {changes.length === 0
              ? 'Nothing of your students and teachers changes.'
              : `This changes ${changes.join(', ')}.`}{' '}
            The plan{startsOn === null ? '' : ` from ${shortDate(startsOn)} on`} waits for your decision. One undo takes
            back both.
          </p>
          <Lines title="Families that would move" lines={moves} />
        </div>
      ),
      action: 'Take Over',
      run: () => takeOver.send({ params: { id }, body: { revision } }),
    });
  const action = isReady ? (
    <Button kind="primary" size="small" loading={takeOver.isPending} onClick={ask}>
      Take Over
    </Button>
  ) : (
    <Button
      size="small"
      kind={planned ? 'secondary' : 'primary'}
      loading={plan.isPending}
      onClick={() => void plan.send({ params: { id }, body: {} })}
    >
      {planned ? 'Plan Again' : 'Plan'}
    </Button>
  );
  if (!withLink) return action;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {action}
      <Link className={buttonClasses('quiet', 'small')} to={`/planner/branches/${id}`}>
        Open
      </Link>
    </span>
  );
};
