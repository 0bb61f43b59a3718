import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { TypedField } from '../../forms/TypedField.tsx';
import { useForm } from '../../forms/use-form.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { useRecordingForm, type OfLesson } from './use-recording-form.ts';

const text = 'The share must be a whole number from 0 to 100.';
const form = z.object({
  percent: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, text)
    .refine((one) => Number(one) <= 100, text),
  reason: z.string().trim().max(200, 'The reason can have at most 200 characters.'),
});

/** What it costs that nobody was at home, other than what is agreed. */
export const AbsenceDialog = (props: OfLesson) => {
  const { lesson } = props;
  const { record, dialog } = useRecordingForm(props);
  const { control, formState, handleSubmit } = useForm<z.input<typeof form>>({
    resolver: zodResolver(form),
    defaultValues: { percent: `${lesson.charge ?? 0}`, reason: lesson.reason ?? '' },
  });
  const submit = handleSubmit(({ percent, reason }) =>
    record({ attendance: 'absent', charge: Number(percent), ...(reason !== '' && { reason }) }),
  );
  return (
    <FormDialog
      {...dialog}
      title="Charge for not home"
      loading={formState.isSubmitting}
      dirty={formState.isDirty}
      bodyClassName="grid content-start gap-4 p-6 max-desk:p-4"
      onSubmit={(event) => void submit(event)}
    >
      <TypedField
        control={control}
        name="percent"
        label="Percent of the price"
        hint="Of this lesson only, instead of what is agreed."
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        data-autofocus
      />
      <TypedField control={control} name="reason" label="Reason (optional)" autoComplete="off" maxLength={200} />
    </FormDialog>
  );
};
