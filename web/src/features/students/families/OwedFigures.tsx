import { ClockAlert } from 'lucide-react';
import { useCurrency } from '../../../api/settings.ts';
import { counted } from '../../../lib/texts.ts';
import { cn } from '../../../ui/cn.ts';
import { MoneyFigure } from '../../../ui/figures/money-figure.tsx';
import type { StudentRow } from '../roster.ts';
import { owedBy, type AccountFilter, type Families } from './families.ts';

/** What the families of the list owe, and what of it is past due; each narrows the list down. */
export const OwedFigures = (props: {
  readonly rows: readonly StudentRow[];
  readonly families: Families;
  readonly filter: AccountFilter;
  readonly onFilter: (filter: AccountFilter) => void;
}) => {
  const { rows, families, filter, onFilter } = props;
  const currency = useCurrency();
  const { owed, late } = owedBy(rows, families);
  const kinds = [
    { kind: 'owes', word: 'owed', about: `by ${counted(owed.count, 'family')}`, ...owed },
    ...(late.count > 0
      ? [{ kind: 'late' as const, word: 'past due', about: counted(late.count, 'family'), ...late }]
      : []),
  ] as const;
  return (
    <fieldset
      aria-label="Accounts"
      className="flex min-w-0 gap-x-10 gap-y-3 max-desk:w-full max-desk:flex-wrap max-desk:gap-x-4 max-desk:*:flex-1"
    >
      {kinds.map(({ kind, word, about, amount }) => (
        <button
          key={kind}
          type="button"
          aria-pressed={filter === kind}
          onClick={() => onFilter(kind)}
          className={cn(
            'relative rounded-control text-left whitespace-nowrap after:absolute after:-inset-x-2 after:-inset-y-1 after:rounded-control hover:after:bg-ink/4',
            kind === 'late' && 'text-warn',
          )}
        >
          <MoneyFigure amount={amount} currency={currency} warning={kind === 'late'} className="block" />{' '}
          <span className="flex items-center gap-1.5">
            {kind === 'late' && <ClockAlert aria-hidden className="size-3.5 shrink-0" strokeWidth={2} />}
            <span className={cn('font-strong', kind !== 'late' && 'text-ink')}>{word}</span>{' '}
            <span className="text-ink-2">{about}</span>
          </span>
        </button>
      ))}
    </fieldset>
  );
};
