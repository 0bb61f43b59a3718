import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { useQueries } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { usePlace } from '../../calendar/moments/moment-text.ts';
import { useMoment } from '../../calendar/moments/MomentFrame.tsx';
import { Today } from '../../api/today.ts';
import { EmptyText, LoadingBlocks } from '../../ui/lists/panels.tsx';
import { QueryState, together } from '../../ui/lists/query-state.tsx';
import { AccountBody, AccountHead } from './page/AccountParts.tsx';
import { accountThenQueries } from './queries.ts';

const AccountAt = ({ payerId, asOf }: { readonly payerId: string; readonly asOf: string }) => {
  const [account, payments, invoices] = useQueries({ queries: accountThenQueries(payerId, asOf) });
  const all =
    account.data && payments.data && invoices.data
      ? { account: account.data, payments: payments.data, invoices: invoices.data }
      : undefined;
  return (
    <QueryState
      query={together([account, payments, invoices], all)}
      failed="The account did not load."
      waiting={<LoadingBlocks label="Loading the account" className="grid gap-4" blocks={['h-14 w-64', 'h-120']} />}
    >
      {(loaded) => (
        <>
          <div className="mb-4 flex min-h-14 flex-wrap items-start gap-x-6 gap-y-2.5 max-desk:mb-3">
            <AccountHead account={loaded.account} level={2} />
          </div>
          {loaded.account.lines.length === 0 ? (
            <EmptyText title="Nothing on this account">It had no invoices and payments at this moment.</EmptyText>
          ) : (
            <AccountBody {...loaded} onOpen={null} />
          )}
        </>
      )}
    </QueryState>
  );
};

/** The account that the address names as it was at a moment: `/moment/students/accounts/ID`. Nothing can be changed. */
const AccountThen = () => {
  const moment = useMoment();
  const { timeZone } = usePlace();
  const payerId = decodeURIComponent(useLocation().pathname.split('/')[4] ?? '');
  return (
    moment && (
      <Today value={wallClock(Date.parse(moment.asOf), timeZone).date}>
        <AccountAt payerId={payerId} asOf={moment.asOf} />
      </Today>
    )
  );
};

export default AccountThen;
