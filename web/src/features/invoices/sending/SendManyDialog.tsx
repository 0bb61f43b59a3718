import type { Invoice } from '@rondo/contracts/api/billing.ts';
import { otherEmail } from '@rondo/contracts/api/shapes.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { currentUserQuery } from '../../../api/session/session.ts';
import { counted } from '../../../lib/texts.ts';
import { inputClasses } from '../../../ui/fields/field.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useSendMany } from '../commands.ts';
import { invoiceQuery } from '../queries.ts';
import { OwnAddress } from './OwnAddress.tsx';
import { SenderField, useSender } from './sender.tsx';

/** One invoice with its address, which can be changed here. */
const Line = (props: {
  readonly invoice: Invoice;
  readonly to: string;
  readonly error: string | undefined;
  readonly onType: (to: string) => void;
}) => {
  const { invoice, to, error, onType } = props;
  const { payer, invoiceNumber, total, currency } = invoice;
  const problemId = useId();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_96px_minmax(0,1.3fr)] items-start gap-x-4 gap-y-1 border-b border-line-soft py-2 last:border-b-0 max-desk:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0 pt-0.5">
        <p dir="auto" className="truncate text-left font-strong">
          {payer.name}
        </p>
        <p className="text-small text-ink-3">{invoiceNumber}</p>
      </div>
      <p className="pt-0.5 text-right whitespace-nowrap tabular-nums">{moneyText(total, currency)}</p>
      <div className="min-w-0 max-desk:col-span-2">
        <input
          type="email"
          autoComplete="off"
          placeholder="No address yet"
          aria-label={`Email address for ${payer.name}, ${invoiceNumber}`}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : problemId}
          value={to}
          onChange={({ target }) => onType(target.value)}
          className={inputClasses(error !== undefined)}
        />
        {error !== undefined && (
          <p id={problemId} className="mt-1 text-small text-bad">
            {error}
          </p>
        )}
      </div>
    </li>
  );
};

const problemOf = (to: string): string | undefined =>
  to.trim() === '' ? undefined : otherEmail.safeParse(to).error?.issues[0]?.message;

/** "2 have no address: type them, or they are left out." */
const missingWords = (count: number): string =>
  count === 1
    ? 'One has no address: type it, or it is left out.'
    : `${count} have no address: type them, or they are left out.`;

/** Sends several invoices at once, each to the address that it would be sent to alone, which can be changed. */
export const SendManyDialog = (props: {
  readonly invoices: readonly Invoice[];
  readonly emailOf: (invoice: Invoice) => string;
  readonly onClose: () => void;
}) => {
  const { emailOf, onClose } = props;
  // As they are when they are chosen: the list changes while they are sent.
  const [left, setLeft] = useState(props.invoices);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const { data: user } = useQuery(currentUserQuery);
  const { data: detail } = useQuery(invoiceQuery(left[0]?.id ?? ''));
  const sendsMail = detail?.sendsMail ?? true;
  const sender = useSender();
  const send = useSendMany({ sendsMail, sender: sender.toSave }, ({ done, failed }) => {
    const isSent = new Set(done);
    if (failed.length === 0) return onClose();
    setLeft(left.filter(({ id }) => !isSent.has(id)));
    setRefused(new Map(failed.map(({ id, message }) => [id, message])));
  });
  const toOf = (invoice: Invoice): string => typed.get(invoice.id) ?? emailOf(invoice);
  const mails = left.flatMap((invoice) => {
    const to = toOf(invoice).trim();
    return to === '' ? [] : [{ id: invoice.id, to }];
  });
  const missing = left.length - mails.length;
  const [reason = null, ...otherReasons] = new Set(refused.values());
  // What keeps all of them back is said once.
  const isCommon = reason !== null && otherReasons.length === 0 && refused.size > 1;
  const isValid = mails.every(({ to }) => problemOf(to) === undefined);
  return (
    <FormDialog
      open
      title={`Send ${counted(left.length, 'Invoice')}`}
      submit={mails.length === 0 ? 'Send' : `Send ${counted(mails.length, 'email')}`}
      loading={send.isPending}
      submitError={isCommon ? reason : (send.error?.message ?? null)}
      unconfirmed={false}
      canSubmit={user?.isGuest === false && sender.isKnown && mails.length > 0 && isValid}
      dirty={typed.size > 0 || sender.isTyped}
      bodyClassName="grid content-start gap-4 p-6 max-desk:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        setRefused(new Map());
        void send.send(mails);
      }}
      onClose={onClose}
    >
      {user && <OwnAddress user={user} />}
      <SenderField sender={sender} />
      <p className="text-ink-2">
        Each goes out as a PDF file. {missing > 0 && <b className="font-strong text-warn">{missingWords(missing)}</b>}
      </p>
      <ul aria-label="Addresses">
        {left.map((invoice) => (
          <Line
            key={invoice.id}
            invoice={invoice}
            to={toOf(invoice)}
            error={isCommon ? undefined : (refused.get(invoice.id) ?? problemOf(toOf(invoice)))}
            onType={(to) => {
              setTyped(new Map(typed).set(invoice.id, to));
              setRefused(new Map([...refused].filter(([id]) => id !== invoice.id)));
            }}
          />
        ))}
      </ul>
      {!sendsMail && (
        <p className="text-small text-warn">
          This server sends no mail: the messages are saved as files on it instead.
        </p>
      )}
    </FormDialog>
  );
};
