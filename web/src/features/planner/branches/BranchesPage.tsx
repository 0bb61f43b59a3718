import { useQuery } from '@tanstack/react-query';
import { GitBranch } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams, type LoaderFunctionArgs } from 'react-router-dom';
import { queryClient } from '../../../api/queries.ts';
import { useSearchParam } from '../../../lib/page/search-param.ts';
import { Button } from '../../../ui/button.tsx';
import { LabeledCheckbox, Segments } from '../../../ui/fields/choice.tsx';
import { EmptyPanel, LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { branchesQuery, branchQuery, comparisonQuery, type BranchComparison, type ListedBranch } from './commands.ts';
import { ComparisonTable } from './ComparisonTable.tsx';

const NewBranchDialog = lazy(() => import('./NewBranchDialog.tsx'));

/** One branch, in the address of which its id is. */
const BranchPage = lazy(() => import('./BranchPage.tsx'));

export const prefetch = ({ params: { id } }: LoaderFunctionArgs): Promise<unknown> =>
  id === undefined ? queryClient.prefetchQuery(branchesQuery) : queryClient.prefetchQuery(branchQuery(id));

/** How many branches stand beside the present week at once. */
const mostCompared = 3;

const numerals = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
const headline = (count: number): string =>
  `${numerals[count] ?? count} ${count === 1 ? 'branch' : 'branches'} beside the present week. No one else sees ${count === 1 ? 'it' : 'them'}.`;

/** What is the same everywhere. */
const Same = ({ comparison, isShort }: { readonly comparison: BranchComparison; readonly isShort: boolean }) => {
  const same = comparison.rows.filter((row) => row.same).map(({ label }) => label.toLowerCase());
  return (
    <div className="mt-3 grid gap-1 text-small text-pretty text-ink-2">
      {isShort && same.length > 0 && (
        <p>
          {same.length === 1 ? '1 row is' : `${same.length} rows are`} the same in every column: {same.join(', ')}.
        </p>
      )}
      {comparison.equals.map(({ id, name, text }) => (
        <p key={id}>
          {name}: {text}
        </p>
      ))}
    </div>
  );
};

const Comparison = ({ branches }: { readonly branches: readonly ListedBranch[] }) => {
  const [ids, setIds] = useSearchParam('ids');
  const [rows, setRows] = useSearchParam('rows');
  const known = (ids?.split(',') ?? []).filter((id) => branches.some((one) => one.id === id));
  const compared = known.length > 0 ? known : branches.slice(0, mostCompared).map(({ id }) => id);
  const [onPhone, setOnPhone] = useState(0);
  const comparison = useQuery(comparisonQuery(compared));
  const onlyDifferences = rows !== 'all';
  const toggle = (id: string, checked: boolean): void =>
    setIds((checked ? [...compared, id] : compared.filter((one) => one !== id)).join(','));
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-1">
        <LabeledCheckbox
          className="gap-2"
          checked={onlyDifferences}
          onChange={(checked) => setRows(checked ? null : 'all')}
        >
          Only differences
        </LabeledCheckbox>
        {branches.length > mostCompared && (
          <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
            <legend className="sr-only">Branches to compare, three at most</legend>
            {branches.map(({ id, name }) => {
              const isIn = compared.includes(id);
              const isStuck = isIn ? compared.length === 1 : compared.length === mostCompared;
              return (
                !isStuck && (
                  <LabeledCheckbox
                    key={id}
                    className="gap-2"
                    checked={isIn}
                    onChange={(checked) => toggle(id, checked)}
                  >
                    {name}
                  </LabeledCheckbox>
                )
              );
            })}
          </fieldset>
        )}
      </div>
      <QueryState
        query={comparison}
        failed="The branches could not be compared."
        waiting={<LoadingBlocks label="Comparing the branches" className="grid gap-px" blocks={['h-17', 'h-80']} />}
      >
        {(loaded) => {
          const others = loaded.columns.slice(1);
          const chosen = Math.min(onPhone, others.length - 1);
          return (
            <>
              {others.length > 1 && (
                <Segments
                  className="mb-3 desk:hidden"
                  label="Branch"
                  hidden
                  value={chosen}
                  options={others.map(({ name }, value) => ({ value, label: name }))}
                  onChange={setOnPhone}
                />
              )}
              <ComparisonTable comparison={loaded} onlyDifferences={onlyDifferences} phoneColumn={chosen + 1} />
              <Same comparison={loaded} isShort={onlyDifferences} />
            </>
          );
        }}
      </QueryState>
    </>
  );
};

const None = ({ onOpen }: { readonly onOpen: () => void }) => (
  <EmptyPanel
    title="Try another week before anyone hears of it"
    actions={
      <Button kind="primary" icon={GitBranch} onClick={onOpen}>
        New Branch
      </Button>
    }
  >
    A branch is a copy of your week. Move your home, take a day off, add a student who might come, and compare what each
    week comes to.
  </EmptyPanel>
);

/** What each branch would come to, beside the present week. */
const AllBranches = () => {
  const branches = useQuery(branchesQuery);
  const [isOpening, setOpening] = useState(false);
  const [, setIds] = useSearchParam('ids');
  const count = branches.data?.length ?? 0;
  return (
    <>
      <title>What if - Rondo</title>
      <PageHead
        title="What if"
        subtitle={count > 0 && <p className="text-ink-2">{headline(count)}</p>}
        actions={
          count > 0 && (
            <Button icon={GitBranch} onClick={() => setOpening(true)}>
              New Branch
            </Button>
          )
        }
      />
      <QueryState
        query={branches}
        failed="The branches did not load."
        waiting={<LoadingBlocks label="Loading the branches" className="grid gap-px" blocks={['h-17', 'h-80']} />}
      >
        {(loaded) =>
          loaded.length === 0 ? <None onOpen={() => setOpening(true)} /> : <Comparison branches={loaded} />
        }
      </QueryState>
      <p className="mt-6 text-small">
        <Link className="text-accent underline" to="/planner">
          Back to the planner
        </Link>
      </p>
      {isOpening && (
        <Suspense>
          <NewBranchDialog
            branches={branches.data ?? []}
            onClose={() => setOpening(false)}
            onOpened={(id) => {
              setOpening(false);
              const others = (branches.data ?? []).map((one) => one.id).slice(0, mostCompared - 1);
              setIds([id, ...others].join(','));
            }}
          />
        </Suspense>
      )}
    </>
  );
};

/** Branches beside the present week, or one of them. */
export default function BranchesPage() {
  const { id } = useParams();
  if (id === undefined) return <AllBranches />;
  return (
    <Suspense>
      <BranchPage id={id} />
    </Suspense>
  );
}
