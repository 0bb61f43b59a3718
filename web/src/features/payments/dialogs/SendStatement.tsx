import type { Account } from '@rondo/contracts/api/payer-accounts.ts';
import { otherEmail } from '@rondo/contracts/api/shapes.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import { currentUserQuery } from '../../../api/session/session.ts';
import { useToday } from '../../../api/today.ts';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { periodText, type Period } from '../../invoices/model/period.ts';
import { OwnAddress } from '../../invoices/sending/OwnAddress.tsx';
import { SenderField, useSender } from '../../invoices/sending/sender.tsx';
import { useSendStatement } from '../commands.ts';

const mail = z.object({ email: otherEmail });

/** Sends a statement to an address, at first the one that the payer's last statement or invoice went to. */
export const SendStatement = (props: {
  readonly account: Account;
  readonly statement: Period & { readonly currency?: string };
  readonly onClose: () => void;
}) => {
  const { account, statement, onClose } = props;
  const { payer, suggestedEmail, sendsMail } = account;
  const today = useToday();
  const sender = useSender();
  const send = useSendStatement(payer.id, { sendsMail, sender: sender.toSave, onSaved: onClose });
  const { data: user } = useQuery(currentUserQuery);
  const form = useForm({ resolver: zodResolver(mail), defaultValues: { email: suggestedEmail ?? '' } });
  const submit = form.handleSubmit(({ email }) => void send.send({ ...statement, email }));
  return (
    <FormDialog
      open
      title="Send statement"
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
      {user && <OwnAddress user={user} what="statement" />}
      <p className="text-ink-2">
        The statement of <b className="font-strong text-ink">{payer.name}</b>, {periodText(statement, today)}
        {statement.currency !== undefined && `, in ${statement.currency}`}, goes out as a PDF file, with the account as
        it is now.
      </p>
      <SenderField sender={sender} />
      <TypedField
        control={form.control}
        name="email"
        label="Email address"
        type="email"
        autoComplete="off"
        data-autofocus
      />
      {!sendsMail && (
        <p className="text-small text-warn">This server sends no mail: the message is saved as a file on it instead.</p>
      )}
    </FormDialog>
  );
};
