import { CircleCheck, CircleMinus, Equal, TriangleAlert, type LucideIcon } from 'lucide-react';
import { counted } from '../../../lib/texts.ts';
import { cn } from '../../../ui/cn.ts';
import { BranchActions } from './BranchActions.tsx';
import type { BranchComparison, ChangedSince, ComparisonRow } from './commands.ts';

type Cell = ComparisonRow['cells'][number];

const looks: Readonly<Record<'better' | 'worse' | 'same', { icon: LucideIcon; word: string; tone: string }>> = {
  better: { icon: CircleCheck, word: 'Better', tone: 'text-ok' },
  worse: { icon: CircleMinus, word: 'Worse', tone: 'text-warn' },
  same: { icon: Equal, word: 'Same', tone: 'text-ink-2' },
};

/** How a value stands beside the present week's, in words: never by color alone. */
const Against = ({ against, by }: { readonly against: NonNullable<Cell['against']>; readonly by: string | null }) => {
  const { icon: Icon, word, tone } = looks[against];
  return (
    <span className={cn('mt-0.5 flex items-center gap-1.5 text-small', tone)}>
      <Icon aria-hidden className="size-3.5 shrink-0" strokeWidth={1.75} />
      {by === null ? word : `${word}, ${by}`}
    </span>
  );
};

const linesAtMost = 2;

const Value = ({ cell }: { readonly cell: Cell }) => (
  <>
    <span className="block font-strong tabular-nums">{cell.text}</span>
    {cell.against !== null && <Against against={cell.against} by={cell.by} />}
    {cell.lines.slice(0, linesAtMost).map((line) => (
      <span key={line} className="block text-small text-pretty text-ink-2">
        {line}
      </span>
    ))}
    {cell.lines.length > linesAtMost && (
      <span className="block text-small text-ink-2">and {cell.lines.length - linesAtMost} more</span>
    )}
  </>
);

/** "1 change since: Ava Lindqvist’s hours". */
export const Since = ({ since }: { readonly since: readonly ChangedSince[] }) =>
  since.length > 0 && (
    <span className="mt-0.5 flex items-start gap-1.5 text-small text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" strokeWidth={1.75} />
      <span>
        {counted(since.length, 'change')} since: {since.map(({ text }) => text).join(', ')}
      </span>
    </span>
  );

const Head = ({
  column,
  isFirst,
}: {
  readonly column: BranchComparison['columns'][number];
  readonly isFirst: boolean;
}) => (
  <>
    <span className="block text-lead font-strong [overflow-wrap:anywhere]">{column.name}</span>
    {column.changedSince.length > 0 ? (
      <Since since={column.changedSince} />
    ) : (
      <span className="block text-small text-pretty text-ink-2">
        {isFirst ? 'As it is' : column.changes.length === 0 ? 'No changes yet' : column.changes.join(', ')}
      </span>
    )}
  </>
);

/** Who would move in a branch's column, one line each. */
const movesIn = ({ rows }: BranchComparison, at: number): readonly string[] =>
  rows.find(({ key }) => key === 'moves')?.cells[at]?.lines ?? [];

const Actions = (props: {
  readonly column: BranchComparison['columns'][number];
  readonly moves: readonly string[];
}) => {
  const { id, name, planned, startsOn, revision, changes, changedSince } = props.column;
  const isOutdated = changedSince.length > 0;
  if (id === null || revision === null) return null;
  return (
    <BranchActions
      withLink
      branch={{ id, name, planned, startsOn, revision, changes, isOutdated, moves: props.moves }}
    />
  );
};

/**
 * What each branch comes to, beside the present week.
 * @param props.phoneColumn the column that a phone shows beside the first one
 */
export const ComparisonTable = (props: {
  readonly comparison: BranchComparison;
  readonly onlyDifferences: boolean;
  readonly phoneColumn: number;
}) => {
  const { comparison, onlyDifferences, phoneColumn } = props;
  const { columns, rows } = comparison;
  const listed = rows.filter(({ same }) => !onlyDifferences || !same);
  const onPhone = (at: number): string => (at === 0 || at === phoneColumn ? '' : 'max-desk:hidden');
  const cell = 'border-line px-4 py-2.5 text-left align-top font-normal desk:border-l max-desk:px-3';
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-card">
      <table className="w-full table-fixed border-collapse max-desk:block">
        <thead className="max-desk:block">
          <tr className="max-desk:grid max-desk:grid-cols-2">
            <th scope="col" className="w-44 max-desk:hidden">
              <span className="sr-only">Figure</span>
            </th>
            {columns.map((column, at) => (
              <th key={column.id ?? ''} scope="col" className={cn(cell, 'py-3', onPhone(at))}>
                <Head column={column} isFirst={at === 0} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-desk:block">
          {listed.map(({ key, label, cells }) => (
            <tr key={key} className="border-t border-line max-desk:grid max-desk:grid-cols-2">
              <th
                scope="row"
                className="w-44 px-4 py-2.5 text-left align-top font-normal text-ink-2 max-desk:col-span-2 max-desk:w-auto max-desk:px-3 max-desk:pb-0"
              >
                {label}
              </th>
              {cells.map((one, at) => (
                <td key={columns[at]?.id ?? ''} className={cn(cell, onPhone(at))}>
                  <Value cell={one} />
                </td>
              ))}
            </tr>
          ))}
          <tr className="border-t border-line max-desk:grid max-desk:grid-cols-1">
            <th scope="row" className="max-desk:hidden">
              <span className="sr-only">What to do</span>
            </th>
            {columns.map((column, at) => (
              <td key={column.id ?? ''} className={cn(cell, at === 0 ? 'max-desk:hidden' : onPhone(at))}>
                {at > 0 && <Actions column={column} moves={movesIn(comparison, at)} />}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
};
