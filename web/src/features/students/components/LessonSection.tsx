import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { Controller, useWatch } from 'react-hook-form';
import { TypedField } from '../../../forms/TypedField.tsx';
import { Segments } from '../../../ui/fields/choice.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { currencySign } from '@rondo/contracts/money/money.ts';
import { useCurrency } from '../../../api/settings.ts';
import type { StudentFormState } from '../student-values.ts';

const none = 'none';

export const lengths = [
  { value: 30, label: '30 min' },
  { value: 45, label: '45 min' },
  { value: 60, label: '60 min' },
  { value: 90, label: '90 min' },
] as const;

export const paymentTypes = [
  { value: 'per_lesson', label: 'Per lesson' },
  { value: 'monthly', label: 'Monthly' },
] as const;

/** What is taught, by whom, from when, and at what rate. */
export const LessonSection = (props: { readonly form: StudentFormState; readonly teachers: readonly Teacher[] }) => {
  const { form, teachers } = props;
  const { control, resetField } = form;
  const sign = currencySign(useCurrency());
  const monthly = useWatch({ control, name: 'paymentType' }) === 'monthly';
  return (
    <section aria-label="Lessons and payment" className="grid grid-cols-2 gap-4 border-t border-line pt-5">
      <Controller
        control={control}
        name="teacherId"
        render={({ field: { value, onChange } }) => (
          <Field label="Assigned teacher">
            {({ id }) => (
              <Select
                id={id}
                look="field"
                label="Assigned teacher"
                value={value || none}
                options={[
                  { value: none, label: 'None' },
                  ...teachers.map((teacher) => ({ value: teacher.id, label: teacher.name })),
                ]}
                onChange={(chosen) => onChange(chosen === none ? '' : chosen)}
              />
            )}
          </Field>
        )}
      />
      <TypedField control={control} name="startDate" label="Start date" optional type="date" />
      <Controller
        control={control}
        name="lessonDuration"
        render={({ field: { value, onChange } }) => (
          <Segments className="col-span-2" label="Lesson length" value={value} options={lengths} onChange={onChange} />
        )}
      />
      <Controller
        control={control}
        name="paymentType"
        render={({ field: { value, onChange } }) => (
          <Segments
            className="col-span-2"
            label="Payment"
            value={value}
            options={paymentTypes}
            onChange={(chosen) => {
              onChange(chosen);
              // A hidden field must not prevent submitting the form.
              if (chosen !== 'monthly') resetField('monthlyRate');
            }}
          />
        )}
      />
      <TypedField
        control={control}
        name="perLessonRate"
        label="Rate per lesson"
        optional
        inputMode="decimal"
        prefix={sign}
      />
      {monthly && (
        <TypedField
          control={control}
          name="monthlyRate"
          label="Monthly rate"
          optional
          inputMode="decimal"
          prefix={sign}
        />
      )}
    </section>
  );
};
