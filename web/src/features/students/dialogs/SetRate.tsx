import { zodResolver } from '@hookform/resolvers/zod';
import { paymentType } from '@rondo/contracts/api/people/students.ts';
import { currencySign, rateProblem } from '@rondo/contracts/money/money.ts';
import { useMemo } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import { useCurrency } from '../../../api/settings.ts';
import { fieldErrorsOf } from '../../../forms/form-errors.ts';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Segments } from '../../../ui/fields/choice.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useSetRates } from '../commands.ts';
import { paymentTypes } from '../components/LessonSection.tsx';
import { HiddenNote, idsOf, Who, type Selected } from '../questions.tsx';
import { hasNoRate } from '../rates.ts';
import { typedRate } from '../student-values.ts';

const schemaIn = (currency: string) =>
  z.object({ paymentType, rate: typedRate }).superRefine(({ rate }, context) => {
    const problem = typeof rate === 'number' ? rateProblem(rate, currency) : null;
    if (problem !== null) context.addIssue({ code: 'custom', path: ['rate'], message: problem });
  });
type Schema = ReturnType<typeof schemaIn>;

/** Sets how the selected students pay, and their rate. */
export const SetRate = ({ selected, onClose }: { readonly selected: Selected; readonly onClose: () => void }) => {
  const currency = useCurrency();
  const set = useSetRates();
  const errors = useMemo(() => fieldErrorsOf<z.input<Schema>>(set.error), [set.error]);
  const { control, handleSubmit, formState } = useForm<z.input<Schema>, z.output<Schema>>({
    resolver: zodResolver(schemaIn(currency)),
    defaultValues: { paymentType: selected.rows[0]?.student.paymentType ?? 'per_lesson', rate: '' },
    errors,
  });
  const isMonthly = useWatch({ control, name: 'paymentType' }) === 'monthly';
  const replaced = selected.rows.filter(({ student }) => !hasNoRate(student)).length;
  return (
    <FormDialog
      open
      title="Set Rate"
      submit="Set Rate"
      width="narrow"
      loading={set.isPending}
      submitError={set.error?.message ?? null}
      unconfirmed={isUnconfirmed(set.error)}
      canSubmit
      dirty={formState.isDirty}
      bodyClassName="grid gap-4 p-6 max-desk:content-start max-desk:p-4"
      onSubmit={(event) =>
        void handleSubmit(({ rate, paymentType: pays }) =>
          set
            .send({ body: { studentIds: idsOf(selected), paymentType: pays, rate: rate ?? null } })
            .then((done) => done && onClose()),
        )(event)
      }
      onClose={onClose}
    >
      <div className="grid gap-2 text-ink-2">
        <p>
          For <Who selected={selected} />.
          {replaced > 0 && ` This replaces ${replaced === 1 ? 'one rate' : `${replaced} rates`}.`}
        </p>
        <HiddenNote selected={selected} />
      </div>
      <Controller
        control={control}
        name="paymentType"
        render={({ field: { value, onChange } }) => (
          <Segments label="Payment" value={value} options={paymentTypes} onChange={onChange} />
        )}
      />
      <TypedField
        control={control}
        name="rate"
        label={isMonthly ? 'Monthly rate' : 'Rate per lesson'}
        hint="Empty: no rate. Invoices that exist stay as they are."
        inputMode="decimal"
        prefix={currencySign(currency)}
        data-autofocus
      />
    </FormDialog>
  );
};
