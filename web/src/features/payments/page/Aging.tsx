import type { Aging as Ages } from '@rondo/contracts/api/payer-accounts.ts';
import { ages } from '@rondo/contracts/money/ages.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { cn } from '../../../ui/cn.ts';

/** How long what is open has been due; nothing while none of it is. */
export const Aging = ({ aging, currency }: { readonly aging: Ages; readonly currency: string }) => {
  const some = ages.filter(({ key }) => aging[key] !== 0);
  if (!some.some(({ key }) => key !== 'notDue')) return null;
  return (
    <dl aria-label="Past due" className="grid gap-1.5">
      {some.map(({ key, word }) => (
        <div key={key} className="flex justify-between gap-3">
          <dt className={cn(key === 'notDue' ? 'text-ink-2' : 'text-warn')}>{word}</dt>
          <dd className={cn('font-control tabular-nums', key !== 'notDue' && 'text-warn')}>
            {moneyText(aging[key], currency)}
          </dd>
        </div>
      ))}
    </dl>
  );
};
