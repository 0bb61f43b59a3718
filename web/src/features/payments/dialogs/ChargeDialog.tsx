import type { Charge } from '@rondo/contracts/api/charges.ts';
import { dateText, typedLine } from '@rondo/contracts/api/shapes.ts';
import {
  chargeCategories,
  chargeCategoryNames,
  chargeProblem,
  longestDescription,
} from '@rondo/contracts/money/charges.ts';
import { currencySign } from '@rondo/contracts/money/money.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import { useToday } from '../../../api/today.ts';
import { amountIn, typedText } from '../../../forms/amount-in.ts';
import { ChosenField } from '../../../forms/fields.tsx';
import { fieldErrorsOf } from '../../../forms/form-errors.ts';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { saveCharge } from '../commands.ts';

/** What a discount takes off is typed without a sign. */
const chargeForm = (currency: string) =>
  z
    .object({
      studentId: z.string(),
      category: z.enum(chargeCategories),
      description: typedLine(longestDescription).min(1, 'Please enter a description.'),
      amount: z
        .string()
        .transform(amountIn)
        .pipe(
          z.number({
            error: ({ input }) => (input === null ? 'Please enter the amount.' : 'The amount must be a number.'),
          }),
        ),
      date: dateText,
    })
    .superRefine(({ amount, category }, context) => {
      const isNegative = category === 'discount';
      const message =
        isNegative && amount <= 0
          ? 'The amount must be greater than 0.'
          : chargeProblem(isNegative ? -amount : amount, category, currency);
      if (message !== null) context.addIssue({ code: 'custom', message, path: ['amount'] });
    });
type Values = z.input<ReturnType<typeof chargeForm>>;

const categories = chargeCategories.map((value) => ({ value, label: chargeCategoryNames[value] }));

/** A new charge of one of a payer's students, or a change of one that waits. */
export const ChargeDialog = (props: {
  readonly students: readonly { readonly id: string; readonly name: string }[];
  readonly currency: string;
  readonly charge: Charge | null;
  readonly onClose: () => void;
}) => {
  const { students, charge, onClose } = props;
  const today = useToday();
  const currency = charge?.currency ?? props.currency;
  const [error, setError] = useState<unknown>(null);
  const errors = useMemo(() => fieldErrorsOf<Values>(error), [error]);
  const { control, formState, handleSubmit } = useForm<Values, z.output<ReturnType<typeof chargeForm>>>({
    resolver: zodResolver(chargeForm(currency)),
    defaultValues: {
      studentId: charge?.studentId ?? students[0]?.id ?? '',
      category: charge?.category ?? 'book',
      description: charge?.description ?? '',
      amount: charge ? typedText(Math.abs(charge.amount), currency) : '',
      date: charge?.date ?? today,
    },
    errors,
  });
  const category = useWatch({ control, name: 'category' });
  const sign = `${category === 'discount' ? '−' : ''}${currencySign(currency)}`;
  const submit = handleSubmit(async ({ studentId, amount, ...fields }) => {
    setError(null);
    const signed = fields.category === 'discount' ? -amount : amount;
    try {
      await saveCharge(charge, studentId, { ...fields, amount: signed });
      onClose();
    } catch (failure) {
      setError(failure);
    }
  });
  const [only] = students;
  return (
    <FormDialog
      open
      title={charge ? 'Change charge' : 'Add charge'}
      subtitle={students.length === 1 ? only?.name : undefined}
      submit="Save"
      width="narrow"
      loading={formState.isSubmitting}
      submitError={error instanceof Error ? error.message : null}
      unconfirmed={isUnconfirmed(error)}
      canSubmit={charge === null || formState.isDirty}
      dirty={formState.isDirty}
      bodyClassName="grid content-start gap-4 p-6 max-desk:p-4"
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <p className="text-pretty text-ink-2">It waits for the next invoice, and can be invoiced at once.</p>
      {students.length > 1 && charge === null && (
        <ChosenField
          control={control}
          name="studentId"
          label="Student"
          options={students.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder=""
        />
      )}
      <ChosenField control={control} name="category" label="For" options={categories} placeholder="" />
      <TypedField
        control={control}
        name="description"
        label="Description"
        autoComplete="off"
        placeholder="Such as: Piano Adventures 3A"
        required
        data-autofocus
      />
      <div className="grid grid-cols-2 gap-3">
        <TypedField
          control={control}
          name="amount"
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          prefix={sign}
          required
        />
        <TypedField control={control} name="date" label="Date" type="date" required />
      </div>
    </FormDialog>
  );
};
