import type { AccountRow } from '@rondo/contracts/api/payer-accounts.ts';
import { familyInWords } from '@rondo/contracts/people/family-name.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { ChevronRight, Clock, Users } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { useToday } from '../../../api/today.ts';
import { accountPath } from '../../../lib/paths.ts';
import { listedNames } from '../../../lib/texts.ts';
import { cn } from '../../../ui/cn.ts';
import { columns } from '../components/columns.ts';
import { dayText } from '../../invoices/model/period.ts';
import type { Item } from './families.ts';

/** What of a balance is past due. */
export const PastDueMark = ({
  account: { pastDue, balance, currency },
  className,
}: {
  readonly account: AccountRow;
  readonly className?: string;
}) => (
  <span className={cn('flex items-center gap-1 text-small font-control text-warn', className)}>
    <Clock aria-hidden className="size-3 shrink-0" strokeWidth={2} />
    {pastDue === balance ? 'Past due' : `${moneyText(pastDue, currency)} past due`}
  </span>
);

/** What a payer owes, and since when; nothing while the account is settled. */
export const AccountCell = ({
  account,
  className,
}: {
  readonly account: AccountRow | null;
  readonly className?: string;
}) => {
  const today = useToday();
  if (!account || account.balance === 0) return <span className={className} />;
  const { pastDue, oldestDue } = account;
  return (
    <span className={cn('block min-w-0 whitespace-nowrap tabular-nums', className)}>
      <Link
        to={accountPath(account.payer.id)}
        className="relative z-1 font-control hover:underline max-desk:after:absolute max-desk:after:-inset-y-3.5 max-desk:after:right-0 max-desk:after:-left-1"
      >
        {account.inWords}
      </Link>
      {pastDue > 0 ? (
        <PastDueMark account={account} className="max-desk:justify-end" />
      ) : (
        oldestDue !== null && <span className="block text-small text-ink-3">Due {dayText(oldestDue, today)}</span>
      )}
    </span>
  );
};

/** The line of a family above its students: its name and what it owes. It leads to the account. */
export const FamilyLine = memo(function FamilyLine({
  household,
  members,
  account,
}: Omit<Extract<Item, { kind: 'family' }>, 'kind'>) {
  const names = listedNames(members.map(({ student }) => student.firstName));
  return (
    <li className="border-b border-line-soft bg-paper">
      <div className={cn(columns, 'relative min-h-12 py-1 hover:bg-ink/4')}>
        <Users aria-hidden className="size-4 text-ink-3 max-desk:row-span-2" strokeWidth={1.75} />
        <div className="min-w-0">
          <Link
            to={accountPath(household.id)}
            dir="auto"
            className="block truncate text-left font-strong after:absolute after:inset-0 max-desk:break-words max-desk:whitespace-normal"
            aria-label={`Account of ${familyInWords(household.name)}`}
          >
            {household.name}
          </Link>
        </div>
        <p className="min-w-0 truncate text-ink-2 max-desk:col-start-2 max-desk:row-start-2 max-desk:text-small">
          {names}
        </p>
        <span className="max-wide:hidden" />
        <span className="max-wide:hidden in-data-map:hidden" />
        <AccountCell
          account={account}
          className="max-wide:col-span-2 max-desk:col-span-1 wide:in-data-map:hidden max-desk:col-start-3 max-desk:row-span-2 max-desk:row-start-1 max-desk:text-right"
        />
        <span className="max-wide:hidden wide:in-data-map:hidden" />
        <ChevronRight
          aria-hidden
          className="size-4 justify-self-center text-ink-2 max-desk:col-start-4 max-desk:row-span-2 max-desk:row-start-1"
          strokeWidth={1.75}
        />
      </div>
    </li>
  );
});
