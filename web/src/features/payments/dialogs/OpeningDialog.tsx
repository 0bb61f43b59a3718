import type { Account, AccountLine } from '@rondo/contracts/api/payer-accounts.ts';
import { clearableLine, dateText } from '@rondo/contracts/api/shapes.ts';
import { currencySign } from '@rondo/contracts/money/money.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller } from 'react-hook-form';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import { useToday } from '../../../api/today.ts';
import { typedText } from '../../../forms/amount-in.ts';
import { fieldErrorsOf } from '../../../forms/form-errors.ts';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Segments } from '../../../ui/fields/choice.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { saveOpening } from '../commands.ts';
import { typedAmount } from '../model/money-form.ts';

const openingForm = (currency: string) =>
  z.object({
    side: z.enum(['owes', 'credit']),
    amount: typedAmount(currency),
    date: dateText,
    note: z
      .string()
      .transform((typed): string | null | undefined => typed)
      .pipe(clearableLine(200)),
  });
type Values = z.input<ReturnType<typeof openingForm>>;

const sides = [
  { value: 'owes', label: 'Owes' },
  { value: 'credit', label: 'Credit' },
] as const;

/** What was owed, or was a credit, before Rondo kept the account: a new one, or a change of the one in a line. */
export const OpeningDialog = (props: {
  readonly account: Account;
  readonly line: AccountLine | null;
  readonly onClose: () => void;
}) => {
  const { account, line, onClose } = props;
  const today = useToday();
  const currency = line?.currency ?? account.currency;
  const [error, setError] = useState<unknown>(null);
  const errors = useMemo(() => fieldErrorsOf<Values>(error), [error]);
  const { control, formState, handleSubmit } = useForm<Values, z.output<ReturnType<typeof openingForm>>>({
    resolver: zodResolver(openingForm(currency)),
    defaultValues: {
      side: (line?.amount ?? 1) < 0 ? 'credit' : 'owes',
      amount: line?.amount == null ? '' : typedText(Math.abs(line.amount), line.currency),
      date: line?.date ?? today,
      note: line?.note ?? '',
    },
    errors,
  });
  const submit = handleSubmit(async ({ note, ...values }) => {
    setError(null);
    try {
      await saveOpening(account.payer.id, line, { ...values, note: note ?? null });
      onClose();
    } catch (failure) {
      setError(failure);
    }
  });
  return (
    <FormDialog
      open
      title={line ? 'Change opening balance' : 'Add opening balance'}
      subtitle={account.payer.name}
      submit="Save"
      width="narrow"
      loading={formState.isSubmitting}
      submitError={error instanceof Error ? error.message : null}
      unconfirmed={isUnconfirmed(error)}
      canSubmit={line === null || formState.isDirty}
      dirty={formState.isDirty}
      bodyClassName="grid content-start gap-4 p-6 max-desk:p-4"
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <p className="text-pretty text-ink-2">What was owed, or paid in advance, before Rondo kept this account.</p>
      <Controller
        control={control}
        name="side"
        render={({ field: { value, onChange } }) => (
          <Segments label="Balance" value={value} options={sides} onChange={onChange} />
        )}
      />
      <div className="grid grid-cols-2 gap-3">
        <TypedField
          control={control}
          name="amount"
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          prefix={currencySign(currency)}
          data-autofocus
        />
        <TypedField control={control} name="date" label="Date" type="date" max={today} required />
      </div>
      <TypedField
        control={control}
        name="note"
        label="Note"
        optional
        autoComplete="off"
        placeholder="Such as: from My Music Staff"
      />
    </FormDialog>
  );
};
