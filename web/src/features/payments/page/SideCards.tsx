import type { Account } from '@rondo/contracts/api/payer-accounts.ts';
import { moneyText, sumOf } from '@rondo/contracts/money/money.ts';
import { PencilLine, Plus } from 'lucide-react';
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
import type { OpenDialog } from './line-actions.tsx';
import { WaitingCharges } from './WaitingCharges.tsx';

type SideProps = {
  readonly account: Account;
  /** Null where nothing can be changed. */
  readonly onOpen: ((dialog: OpenDialog) => void) | null;
};

const Card = (props: { readonly title: string; readonly action?: ReactNode; readonly children: ReactNode }) => (
  <section aria-label={props.title} className="min-w-0 rounded-card border border-line bg-card px-4 pt-1 pb-3">
    <div className="flex min-h-10 items-center justify-between gap-2 max-desk:min-h-12">
      <h2 className="font-strong">{props.title}</h2>
      {props.action}
    </div>
    {props.children}
  </section>
);

const getsWords = { invoices: 'Invoices', schedule: 'Schedule', both: 'Invoices and schedule' } as const;

/** Whom to write to, and what each of them gets. */
const Contacts = ({ contacts }: Pick<NonNullable<Account['household']>, 'contacts'>) =>
  contacts.length === 0 ? (
    <p className="text-ink-3">No contacts</p>
  ) : (
    <ul aria-label="Contacts">
      {contacts.map(({ id, name, email, phone, gets }) => (
        <li key={id} className="not-first:mt-2.5 not-first:border-t not-first:border-line-soft not-first:pt-2.5">
          <p className="font-strong break-words">{name}</p>
          <p className="text-small text-ink-3">{getsWords[gets]}</p>
          {email !== null && (
            <p>
              <a href={`mailto:${email}`} className={cn('wrap-anywhere text-ink-2', factLink)}>
                {email}
              </a>
            </p>
          )}
          {phone !== null && (
            <p>
              <a href={`tel:${phone}`} className={cn('wrap-anywhere text-ink-2 tabular-nums', factLink)}>
                {phone}
              </a>
            </p>
          )}
        </li>
      ))}
    </ul>
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

const Credit = ({ account, onOpen }: SideProps) => {
  const { payer, sources, documents, currency, credit: ownCredit } = account;
  const [busy, setBusy] = useState(false);
  const apply = async (): Promise<void> => {
    setBusy(true);
    await applyCredit(payer.id, currency);
    setBusy(false);
  };
  const canApply = documents.length > 0;
  return (
    <Card title="Credit">
      <ul className="grid gap-2">
        {sources.map(({ id, text, credit, currency: own }) => (
          <li key={id} className="flex justify-between gap-3">
            <span className="min-w-0 break-words">{text}</span>
            <span className="font-strong tabular-nums">{moneyText(credit, own)}</span>
          </li>
        ))}
      </ul>
      {onOpen !== null && (
        <>
          <p className="mt-2 text-small text-pretty text-ink-3">
            {canApply
              ? 'The next invoice uses it automatically. Apply gives it to what is open now.'
              : 'The next invoice uses it automatically.'}
          </p>
          <div className="mt-2.5 flex flex-wrap gap-2">
            {canApply && (
              <Button size="small" loading={busy} onClick={() => void apply()}>
                Apply credit
              </Button>
            )}
            {ownCredit > 0 && (
              <Button size="small" onClick={() => onOpen({ kind: 'refund', payment: null })}>
                Refund credit
              </Button>
            )}
          </div>
        </>
      )}
    </Card>
  );
};

/** The family whose account it is: whom to write to. */
export const FamilyCard = ({
  household,
  onOpen,
}: Pick<SideProps, 'onOpen'> & { readonly household: NonNullable<Account['household']> }) => (
  <Card
    title="Family"
    action={
      onOpen && (
        <Button
          kind="quiet"
          size="small"
          icon={PencilLine}
          className="-mr-2.5"
          onClick={() => onOpen({ kind: 'family' })}
        >
          Edit
        </Button>
      )
    }
  >
    <Contacts contacts={household.contacts} />
  </Card>
);

/** Whether there is anything beside the lines. */
export const hasSideCards = ({ documents, sources, charges, household }: Account): boolean =>
  household !== null || documents.length + sources.length + charges.length > 0;

/** What is open, the charges and the credit that wait, and how long what is past due has been so. */
export const SideCards = ({ account, onOpen }: SideProps) => {
  const { documents, sources, charges, students, aging, currency, pastDue } = account;
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
      {(charges.length > 0 || onOpen !== null) && (
        <Card
          title="For the next invoice"
          action={
            onOpen && (
              <Button
                kind="quiet"
                size="small"
                icon={Plus}
                className="-mr-2.5"
                onClick={() => onOpen({ kind: 'charge', charge: null })}
              >
                Add charge
              </Button>
            )
          }
        >
          {charges.length === 0 ? (
            <p className="text-ink-3">No charges wait</p>
          ) : (
            <WaitingCharges
              charges={charges}
              students={students}
              onChange={onOpen && ((charge) => onOpen({ kind: 'charge', charge }))}
            />
          )}
        </Card>
      )}
      {sources.length > 0 && <Credit account={account} onOpen={onOpen} />}
      {pastDue > 0 && (
        <Card title="Past due">
          <Aging aging={aging} currency={currency} />
        </Card>
      )}
    </>
  );
};
