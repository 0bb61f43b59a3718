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
import type { CurrentUser } from '@rondo/contracts/api/account/accounts.ts';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SendLinkButton } from '../../../forms/SendLinkButton.tsx';
import { emailConfirmationQuery } from '../../../api/session/email-confirmation.ts';
import { buttonClasses } from '../../../ui/button.tsx';

const Explanation = (props: { readonly title: string; readonly children: ReactNode; readonly action: ReactNode }) => (
  <div role="note" className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 rounded-block border border-line p-3">
    <TriangleAlert aria-hidden className="mt-0.5 size-4 text-warn" strokeWidth={2} />
    <div>
      <p className="font-strong">{props.title}</p>
      <p className="mt-0.5 mb-2 wrap-anywhere text-ink-2">{props.children}</p>
      {props.action}
    </div>
  </div>
);

const Unconfirmed = () => {
  const { data } = useQuery(emailConfirmationQuery);
  if (data === undefined || data.isConfirmed || !data.isNeeded) return null;
  return (
    <Explanation title="Confirm your email address first" action={<SendLinkButton {...data} />}>
      {data.linkSent
        ? `We have sent a link to ${data.email}. Open it within one hour, press the button on its page, and send the invoice here.`
        : `Email to others is sent only from accounts whose address is confirmed. We send a link to ${data.email}: open it, press the button on its page, and send the invoice here.`}
    </Explanation>
  );
};

/** What keeps a user from sending email, and what to do about it; nothing when the user may. */
const OwnAddress = ({ user }: { readonly user: CurrentUser }) =>
  user.isGuest ? (
    <Explanation
      title="Create an account to send email"
      action={
        <Link to="/change-password" className={buttonClasses('secondary', 'small')}>
          Create an account
        </Link>
      }
    >
      Guests send no email. Everything in your studio is kept when you create an account. Until then you can download
      the invoice as a PDF file.
    </Explanation>
  ) : (
    <Unconfirmed />
  );

const mail = z.object({ email: otherEmail });

const SendForm = (props: {
  readonly invoice: Invoice;
  readonly email: string;
  readonly sendsMail: boolean;
  readonly onClose: () => void;
}) => {
  const { invoice, email, sendsMail, onClose } = props;
  const { invoiceNumber, studentName, total, currency } = invoice;
  const send = useSendInvoice(invoice, onClose);
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
      canSubmit={user?.isGuest === false}
      dirty={form.formState.isDirty}
      bodyClassName="grid gap-4 p-6 max-desk:content-start max-desk:p-4"
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {user && <OwnAddress user={user} />}
      <p className="text-ink-2">
        <b className="font-strong text-ink">{invoiceNumber}</b> for {studentName}, {moneyText(total, currency)}, goes
        out as a PDF file.{' '}
        {sendsMail &&
          invoice.status === 'draft' &&
          'The invoice is marked as sent once the mail server has accepted it.'}
      </p>
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
        <p className="text-small text-warn">
          This server sends no email: the message is saved as a file on it instead.
        </p>
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
