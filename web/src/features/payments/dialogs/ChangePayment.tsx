import type { Payment } from '@rondo/contracts/api/payments.ts';
import { queryClient } from '../../../api/queries.ts';
import { useToday } from '../../../api/today.ts';
import { typedText } from '../../../forms/amount-in.ts';
import { EditDialog } from '../../../forms/EditDialog.tsx';
import { NotesField } from '../../../forms/fields.tsx';
import { useEditForm } from '../../../forms/use-edit-form.ts';
import { changePayment } from '../commands.ts';
import { moneyForm } from '../model/money-form.ts';
import { titleOf } from '../model/words.ts';
import { paymentsQuery } from '../queries.ts';
import { MoneyFields } from './MoneyFields.tsx';

/** Changes a payment. With another amount it pays the same in the same order, as far as it reaches. */
export const ChangePayment = ({ payment, onClose }: { readonly payment: Payment; readonly onClose: () => void }) => {
  const today = useToday();
  const edit = useEditForm({
    noun: 'payment',
    schema: moneyForm(payment.currency),
    fields: ['amount', 'date', 'method', 'reference', 'note'],
    initial: payment,
    valuesOf: (row) => {
      const { amount, date, method, reference, note } = row ?? payment;
      return {
        amount: typedText(amount, payment.currency),
        date,
        method,
        reference: reference ?? '',
        note: note ?? '',
      };
    },
    load: async ({ id, payer }) => {
      const all = await queryClient.fetchQuery(paymentsQuery(payer.id));
      return all.find((one) => one.id === id && one.voidedAt === null);
    },
    save: async (changes, row) => {
      await changePayment(row ?? payment, changes);
      onClose();
    },
  });
  return (
    <EditDialog
      edit={edit}
      title="Change payment"
      subtitle={`${payment.payer.name}, ${titleOf(payment)}`}
      submit="Save"
      width="form"
      bodyClassName="grid content-start gap-5 px-6 py-5 max-desk:p-4"
      onClose={onClose}
    >
      <MoneyFields
        control={edit.form.control}
        currency={payment.currency}
        today={today}
        amountHint="With another amount it pays the same in the same order, as far as it reaches."
      />
      <NotesField control={edit.form.control} name="note" label="Note" />
    </EditDialog>
  );
};
