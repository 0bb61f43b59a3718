import type { Invoice } from '@rondo/contracts/api/billing.ts';
import { otherEmail } from '@rondo/contracts/api/shapes.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import { currentUserQuery } from '../../../api/session/session.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { useSendInvoice } from '../commands.ts';
import { invoiceQuery } from '../queries.ts';
import { OwnAddress } from './OwnAddress.tsx';
import { SenderField, useSender } from './sender.tsx';

const mail = z.object({ email: otherEmail });

const SendForm = (props: {
  readonly invoice: Invoice;
  readonly email: string;
  readonly sendsMail: boolean;
  readonly onClose: () => void;
}) => {
  const { invoice, email, sendsMail, onClose } = props;
  const { invoiceNumber, payer, total, currency } = invoice;
  const sender = useSender();
  const send = useSendInvoice(invoice, { sendsMail, sender: sender.toSave, onSaved: onClose });
  const { data: user } = useQuery(currentUserQuery);
  const form = useForm({ resolver: zodResolver(mail), defaultValues: { email } });
  const submit = form.handleSubmit((values) => void send.send(values.email));
  return (
    <FormDialog
      open
      title={invoice.mail === null ? 'Send by Email' : 'Send Again by Email'}
      submit="Send"
      width="narrow"
      loading={send.isPending}
      submitError={send.error?.message ?? null}
      unconfirmed={isUnconfirmed(send.error)}
      canSubmit={user?.isGuest === false && sender.isKnown}
      dirty={form.formState.isDirty || sender.isTyped}
      bodyClassName="grid gap-4 p-6 max-desk:content-start max-desk:p-4"
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {user && <OwnAddress user={user} />}
      <p className="text-ink-2">
        <b className="font-strong text-ink">{invoiceNumber}</b> for {payer.name}, {moneyText(total, currency)}, goes out
        as a PDF file.{' '}
        {sendsMail &&
          invoice.status === 'draft' &&
          'The invoice is marked as sent once the mail server has accepted it.'}
      </p>
      <SenderField sender={sender} />
      <TypedField
        control={form.control}
        name="email"
        label="Email address"
        type="email"
        autoComplete="off"
        data-autofocus
        hint="Rondo remembers it for this student’s next invoice."
      />
      {!sendsMail && (
        <p className="text-small text-warn">This server sends no mail: the message is saved as a file on it instead.</p>
      )}
    </FormDialog>
  );
};

/** Sends an invoice to an address, at first the one that the last invoice of the student went to. */
export const SendDialog = ({ invoice, onClose }: { readonly invoice: Invoice; readonly onClose: () => void }) => {
  const { data, error } = useQuery(invoiceQuery(invoice.id));
  if (!data && !error)
    return (
      <WhileLoading label="Loading the invoice">
        <Skeleton className="hidden" />
      </WhileLoading>
    );
  return (
    <SendForm
      invoice={data ?? invoice}
      email={data?.suggestedEmail ?? invoice.mailTo ?? ''}
      sendsMail={data?.sendsMail ?? true}
      onClose={onClose}
    />
  );
};
