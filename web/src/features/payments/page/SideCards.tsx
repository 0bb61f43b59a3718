import type { Account } from '@rondo/contracts/api/payer-accounts.ts';
import { moneyText, sumOf } from '@rondo/contracts/money/money.ts';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useToday } from '../../../api/today.ts';
import { invoicePath } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { factLink } from '../../../ui/lists/facts.tsx';
import { applyCredit } from '../commands.ts';
import { capitalized, dueText } from '../model/words.ts';
import { Aging } from './Aging.tsx';

const Card = (props: { readonly title: string; readonly action?: ReactNode; readonly children: ReactNode }) => (
  <section aria-label={props.title} className="min-w-0 rounded-card border border-line bg-card px-4 pt-1 pb-3">
    <div className="flex min-h-10 items-center justify-between gap-2">
      <h2 className="font-strong">{props.title}</h2>
      {props.action}
    </div>
    {props.children}
  </section>
);

const OpenDocument = ({ document }: { readonly document: Account['documents'][number] }) => {
  const { kind, number, dueDate, total, open, currency, pastDue } = document;
  const today = useToday();
  const paid = sumOf([total, -open]);
  return (
    <li className="not-first:mt-2.5 not-first:border-t not-first:border-line-soft not-first:pt-2.5">
      <div className="flex justify-between gap-3">
        <div className="min-w-0">
          <p className="font-strong break-words">
            {kind === 'invoice' ? (
              <Link to={invoicePath(number)} className={factLink}>
                {number}
              </Link>
            ) : (
              number
            )}
          </p>
          <p className={cn('text-small', pastDue ? 'font-control text-warn' : 'text-ink-3')}>
            {dueDate === null ? 'No due date' : capitalized(dueText(dueDate, today))}
          </p>
        </div>
        <div className="text-right tabular-nums">
          <p className="font-strong">{moneyText(open, currency)}</p>
          {paid > 0 && <p className="text-small text-ink-3">of {moneyText(total, currency)}</p>}
        </div>
      </div>
      {paid > 0 && (
        <div aria-hidden className="mt-2.5 h-1.5 overflow-hidden rounded-[3px] bg-line-soft">
          <div className="h-full bg-ok" style={{ width: `${Math.round((paid / total) * 1000) / 10}%` }} />
        </div>
      )}
    </li>
  );
};

const Credit = ({ account }: { readonly account: Account }) => {
  const { payer, sources, documents, currency } = account;
  const [busy, setBusy] = useState(false);
  const apply = async (): Promise<void> => {
    setBusy(true);
    await applyCredit(payer.id, currency);
    setBusy(false);
  };
  return (
    <Card
      title="Credit"
      action={
        documents.length > 0 && (
          <Button kind="quiet" size="small" className="-mr-2.5" loading={busy} onClick={() => void apply()}>
            Apply
          </Button>
        )
      }
    >
      <ul className="grid gap-2">
        {sources.map(({ id, text, credit, currency: own }) => (
          <li key={id} className="flex justify-between gap-3">
            <span className="min-w-0 break-words">{text}</span>
            <span className="font-strong tabular-nums">{moneyText(credit, own)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-small text-pretty text-ink-3">
        {documents.length > 0
          ? 'The next invoice uses it automatically. Apply gives it to what is open now.'
          : 'The next invoice uses it automatically.'}
      </p>
    </Card>
  );
};

/** What is open, the credit that waits, and how long what is past due has been so; nothing on a settled account. */
export const SideCards = ({ account }: { readonly account: Account }) => {
  const { documents, sources, aging, currency, pastDue } = account;
  return (
    <>
      {documents.length > 0 && (
        <Card title="Open">
          <ul>
            {documents.map((document) => (
              <OpenDocument key={document.id} document={document} />
            ))}
          </ul>
        </Card>
      )}
      {sources.length > 0 && <Credit account={account} />}
      {pastDue > 0 && (
        <Card title="Past due">
          <Aging aging={aging} currency={currency} />
        </Card>
      )}
    </>
  );
};
