import type { Account } from '@rondo/contracts/api/payer-accounts.ts';
import { currencySign, moneyText } from '@rondo/contracts/money/money.ts';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePlace } from '../../../calendar/moments/moment-text.ts';
import { typedText } from '../../../forms/amount-in.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Checkbox } from '../../../ui/fields/choice.tsx';
import { inputClasses } from '../../../ui/fields/field.tsx';
import { FormError } from '../../../ui/lists/panels.tsx';
import { periodText } from '../../invoices/model/period.ts';
import { childrenWords } from '../../invoices/model/words.ts';
import { invoicesQuery } from '../../invoices/queries.ts';
import { chosenParts, toggled, type Chosen } from '../model/chosen.ts';
import { leftOf, type Part } from '../model/pays.ts';
import { capitalized, dueText } from '../model/words.ts';

export type Payable = Pick<Account['documents'][number], 'id' | 'number' | 'open' | 'dueDate' | 'currency'>;

const Line = ({
  name,
  detail,
  end,
}: {
  readonly name: ReactNode;
  readonly detail: string;
  readonly end: ReactNode;
}) => (
  <li className="flex items-start justify-between gap-3 border-t border-line-soft py-2.5">
    <div className="min-w-0">
      <p className="font-strong break-words">{name}</p>
      {detail !== '' && <p className="text-small text-ink-3">{detail}</p>}
    </div>
    <div className="text-right tabular-nums">{end}</div>
  </li>
);

/** What is paid of a document, and what that leaves. */
const Paid = ({
  part,
  document,
  currency,
}: {
  readonly part: Part;
  readonly document: Payable;
  readonly currency: string;
}) => {
  const open = leftOf(document.open, [part]);
  return (
    <>
      <p className="font-strong">{moneyText(part.amount, currency)}</p>
      {open > 0 ? (
        <p className="text-small text-ink-3">Leaves {moneyText(open, currency)} open</p>
      ) : (
        <p className="flex items-center justify-end gap-1 text-small font-control text-ok">
          <Check aria-hidden className="size-3" strokeWidth={2.5} />
          Paid
        </p>
      )}
    </>
  );
};

type Props = {
  readonly documents: readonly Payable[];
  readonly currency: string;
  /** What is given to the documents: the whole payment, or the credit of a source. */
  readonly amount: number;
  /** As the server would divide it. */
  readonly parts: readonly Part[];
  /** What the user has chosen instead; null: nothing. */
  readonly chosen: Chosen | null;
  readonly onChoose: (chosen: Chosen | null) => void;
  /** Without a way back to the order of the due dates. */
  readonly alwaysChosen?: boolean;
  /** Below the lines: what the account is then. */
  readonly after?: string;
};

/** Whose lessons an invoice bills and of which time, as soon as the invoices are there: "Mia and Theo, Nov 1 – 30. " */
const useInvoiceAbout = (): ((id: string) => string) => {
  const { today } = usePlace();
  const { data = [] } = useQuery(invoicesQuery(null));
  return (id) => {
    const invoice = data.find((one) => one.id === id);
    if (!invoice) return '';
    const children = childrenWords(invoice);
    const period = periodText({ from: invoice.billingPeriodStart, to: invoice.billingPeriodEnd }, today);
    return `${children === '' ? '' : `${children}, `}${period}. `;
  };
};

/** The documents, each with what it gets, to be changed. */
const Choices = ({ documents, currency, amount, chosen, onChoose }: Props & { readonly chosen: Chosen }) => {
  const { today } = usePlace();
  const about = useInvoiceAbout();
  return documents.map((document) => {
    const { id, number } = document;
    const typed = chosen.get(id);
    return (
      <li key={id} className="flex items-center gap-3 border-t border-line-soft py-2.5">
        <Checkbox
          label={`Pay ${number}`}
          checked={typed !== undefined}
          onChange={(on) => onChoose(toggled(chosen, document, amount, on))}
        />
        <div className="min-w-0 grow">
          <p className="font-strong break-words">{number}</p>
          <p className="text-small text-ink-3">
            {about(id)}
            {moneyText(document.open, currency)} open
            {document.dueDate !== null && `, ${dueText(document.dueDate, today)}`}
          </p>
        </div>
        <span className="relative block w-28 shrink-0">
          <span aria-hidden className="absolute inset-y-0 left-3 grid place-items-center text-ink-3">
            {currencySign(currency)}
          </span>
          <input
            aria-label={`Amount for ${number}`}
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? ''}
            onChange={({ target }) => onChoose(new Map([...chosen, [id, target.value]]))}
            className={inputClasses(false, 'text-right tabular-nums')}
          />
        </span>
      </li>
    );
  });
};

/** What a payment or a credit pays, live: as the server divides it, or as the user chooses. */
export const WhatItPays = (props: Props) => {
  const { documents, currency, amount, parts, chosen, onChoose, alwaysChosen = false, after } = props;
  const { today } = usePlace();
  const about = useInvoiceAbout();
  const pays = chosen === null ? parts : chosenParts(chosen);
  const remaining = leftOf(amount, pays);
  return (
    <section aria-label="What it pays" className="rounded-card border border-line">
      <div className="flex min-h-11 items-center justify-between gap-2 px-4 py-1">
        <h3 className="font-strong">What it pays</h3>
        {documents.length > 0 && !alwaysChosen && (
          <Button
            kind="quiet"
            size="small"
            className="-mr-2.5"
            onClick={() =>
              onChoose(
                chosen === null ? new Map(parts.map((part) => [part.to, typedText(part.amount, currency)])) : null,
              )
            }
          >
            {chosen === null ? 'Choose invoices' : 'Oldest first'}
          </Button>
        )}
      </div>
      <ul aria-live="polite" className="px-4">
        {chosen !== null && <Choices {...props} chosen={chosen} />}
        {chosen === null &&
          pays.map((part) => {
            const document = documents.find(({ id }) => id === part.to);
            return (
              document && (
                <Line
                  key={part.to}
                  name={document.number}
                  detail={`${about(part.to)}${document.dueDate === null ? '' : capitalized(dueText(document.dueDate, today))}`}
                  end={<Paid part={part} document={document} currency={currency} />}
                />
              )
            );
          })}
        {remaining > 0 && (
          <Line
            name="Credit"
            detail="The next invoice uses it automatically"
            end={<p className="font-strong">{moneyText(remaining, currency)}</p>}
          />
        )}
        {remaining < 0 && (
          <li className="border-t border-line-soft py-2.5">
            <FormError
              message={`The allocations add up to ${moneyText(amount - remaining, currency)}, more than the ${moneyText(amount, currency)} that there are.`}
            />
          </li>
        )}
      </ul>
      {after !== undefined && (
        <p className={cn('flex justify-between gap-3 rounded-b-card border-t border-line bg-paper px-4 py-3')}>
          <span>After this</span> <b className="font-strong tabular-nums">{after}</b>
        </p>
      )}
    </section>
  );
};
