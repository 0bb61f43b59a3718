import type { PreviewedFileRow } from '@rondo/contracts/api/people/family-import.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { CircleAlert, Plus, RotateCcw, UserCheck, Users, Wallet, X } from 'lucide-react';
import { IconButton } from '../../../../ui/button.tsx';
import { cn } from '../../../../ui/cn.ts';
import { MoneyFigure } from '../../../../ui/figures/money-figure.tsx';
import { Count, Missing, RowSign, type rowSigns } from '../Tally.tsx';
import type { Imported, Preview } from './use-family-import.ts';

type Result = PreviewedFileRow['result'];

const signs: Readonly<Record<Result, keyof typeof rowSigns>> = {
  failed: 'bad',
  joins: 'known',
  known: 'known',
  skipped: 'out',
  balance: 'new',
  new: 'new',
};

/** What becomes of a row, and what has become of it. */
const resultTexts: Readonly<Record<Result, readonly [string, string]>> = {
  failed: ['Cannot be imported', 'Not imported'],
  joins: ['Already here', 'Was already here'],
  known: ['Already here', 'Was already here'],
  skipped: ['Left out', 'Was left out'],
  balance: ['Balance', 'Balance imported'],
  new: ['New', 'Imported'],
};

const past = (detail: string): string =>
  detail.replace(/^Joins/, 'Joined').replace(/^Stays as it is/, 'Stayed as it was');

const columns =
  'grid grid-cols-[20px_32px_minmax(0,1fr)_minmax(0,.8fr)_minmax(0,1.2fr)_116px_216px_36px] items-center gap-x-4 px-6 max-wide:grid-cols-[20px_28px_minmax(0,1fr)_minmax(0,.8fr)_108px_200px_36px] max-wide:gap-x-3 max-desk:grid-cols-[20px_minmax(0,1fr)_auto_44px] max-desk:gap-x-3 max-desk:pr-1 max-desk:pl-4';

type Skipping = {
  /** The rows that a person leaves out. */
  readonly skipped: readonly number[];
  readonly onSkip: (row: number, isLeftOut: boolean) => void;
};

/** Leaves a row out, or takes it in again. */
const SkipButton = ({ row, skipped, onSkip }: Skipping & { readonly row: PreviewedFileRow }) => {
  const isLeftOut = skipped.includes(row.row);
  const name = row.student || row.family || `row ${row.row}`;
  return (
    <IconButton
      icon={isLeftOut ? RotateCcw : X}
      label={isLeftOut ? `Take ${name} in again` : `Leave ${name} out`}
      onClick={() => onSkip(row.row, !isLeftOut)}
      className="max-desk:col-start-4 max-desk:row-span-4 max-desk:row-start-1"
    />
  );
};

const Row = (props: Skipping & { readonly row: PreviewedFileRow; readonly isDone: boolean }) => {
  const { row, isDone, skipped } = props;
  const { result, student, family } = row;
  const isLeftOut = skipped.includes(row.row);
  const detail = isLeftOut && result === 'skipped' ? '' : row.detail;
  const canSkip = !isDone && (isLeftOut || (result !== 'failed' && result !== 'skipped'));
  const isQuiet = signs[result] !== 'new';
  const cell = cn('truncate max-desk:col-span-2 max-desk:col-start-2', isQuiet && 'text-ink-2');
  const contact = row.email ?? row.phone ?? row.contact;
  return (
    <li
      className={cn(
        columns,
        'min-h-12 border-b border-line-soft py-1.5 [contain-intrinsic-height:auto_48px] [content-visibility:auto] max-desk:py-2.5',
      )}
    >
      <RowSign sign={signs[result]} />
      <p className="text-right text-ink-2 tabular-nums max-desk:hidden">{row.row}</p>
      <p className={cn('truncate', isQuiet ? 'font-medium text-ink-2' : 'font-strong')}>
        {student || (result === 'balance' ? family : <Missing>No name</Missing>)}
      </p>
      <p className={cn(cell, 'max-desk:order-1')}>{family ?? <Missing>No family</Missing>}</p>
      <p className={cn(cell, 'max-wide:hidden max-desk:order-2 max-desk:block')}>
        {contact ?? <Missing>No contact</Missing>}
      </p>
      <p className={cn('truncate tabular-nums', isQuiet ? 'text-ink-2' : 'font-strong')}>{row.balance}</p>
      <div className="min-w-0 max-desk:order-3 max-desk:col-span-2 max-desk:col-start-2 max-desk:mt-0.5">
        <p
          className={cn(
            'flex items-center gap-1.5',
            result === 'failed' && 'font-control text-bad',
            (signs[result] === 'known' || signs[result] === 'out') && 'font-control',
            signs[result] === 'new' && 'text-ink-2',
          )}
        >
          {result === 'failed' && <CircleAlert aria-hidden className="size-3.5 shrink-0" strokeWidth={1.75} />}
          {resultTexts[result][isDone ? 1 : 0]}
        </p>
        {detail !== '' && (
          <p className="text-small font-small wrap-anywhere text-ink-2">{isDone ? past(detail) : detail}</p>
        )}
      </div>
      {canSkip && <SkipButton {...props} />}
    </li>
  );
};

/** What a file would bring, or has brought: the counts, then every row, those to look at first. */
export const FamilyRows = (props: Skipping & { readonly preview: Preview; readonly result: Imported | undefined }) => {
  const { preview, result, skipped, onSkip } = props;
  const { counts, currency } = preview;
  const refused = new Map((result?.errors ?? []).map(({ row, error }) => [row, error]));
  const isDone = result !== undefined;
  const students = result?.students ?? counts.students;
  const families = result?.families ?? counts.families;
  const failed = result?.errors.length ?? counts.failed;
  const left = counts.rows - preview.rows.length;
  const balances = counts.credit > 0 ? `owed, ${moneyText(counts.credit, currency)} credit` : 'owed';
  return (
    <>
      <div className="grid grid-cols-[1fr_1fr_1.3fr_1fr_1.1fr] border-b border-line max-desk:grid-cols-3">
        <Count icon={Plus} figure={students} word={students === 1 ? 'new student' : 'new students'} />
        <Count icon={Users} figure={families} word={families === 1 ? 'new family' : 'new families'} />
        <Count
          icon={Wallet}
          figure={<MoneyFigure amount={counts.owed} currency={currency} className="max-desk:text-title" />}
          word={balances}
        />
        <Count
          icon={UserCheck}
          figure={counts.joins + counts.known}
          word={isDone ? 'were already here' : 'already here'}
          className="max-desk:before:hidden"
        />
        <Count icon={CircleAlert} figure={failed} word={isDone ? 'not imported' : 'cannot be imported'} bad />
      </div>
      <div
        aria-hidden
        className={cn(
          columns,
          'sticky top-0 z-2 h-8 border-b border-line bg-raised text-small font-medium text-ink-3 max-desk:hidden',
        )}
      >
        <span />
        <span className="text-right">Row</span>
        <span>Student</span>
        <span>Family</span>
        <span className="max-wide:hidden">Contact</span>
        <span>Balance</span>
        <span>Result</span>
        <span />
      </div>
      <ul aria-label="Rows of this file">
        {preview.rows.map((row) => {
          const error = refused.get(row.row);
          return (
            <Row
              key={row.row}
              row={error === undefined ? row : { ...row, result: 'failed', detail: error }}
              isDone={isDone}
              skipped={skipped}
              onSkip={onSkip}
            />
          );
        })}
      </ul>
      {left > 0 && (
        <p className="px-6 py-3 text-ink-2 max-desk:px-4">
          {left.toLocaleString('en-US')} more {left === 1 ? 'row is' : 'rows are'} not listed here but counted above.
        </p>
      )}
    </>
  );
};
