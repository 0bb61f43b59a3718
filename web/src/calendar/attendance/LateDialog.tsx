import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { TypedField } from '../../forms/TypedField.tsx';
import { useForm } from '../../forms/use-form.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { useRecordingForm, type OfLesson } from './use-recording-form.ts';

const text = 'The minutes must be a whole number from 0 to 480.';
const form = z.object({
  minutes: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, text)
    .refine((one) => Number(one) <= 480, text),
});

/** How many minutes after its start a lesson began. */
export const LateDialog = (props: OfLesson) => {
  const { lesson } = props;
  const { record, dialog } = useRecordingForm(props);
  const { control, formState, handleSubmit } = useForm<z.input<typeof form>>({
    resolver: zodResolver(form),
    defaultValues: { minutes: lesson.minutesLate > 0 ? `${lesson.minutesLate}` : '' },
  });
  const submit = handleSubmit(({ minutes }) => record({ attendance: 'taught', minutesLate: Number(minutes) }));
  return (
    <FormDialog
      {...dialog}
      title="Began late"
      loading={formState.isSubmitting}
      dirty={formState.isDirty}
      onSubmit={(event) => void submit(event)}
    >
      <TypedField
        control={control}
        name="minutes"
        label="Minutes after the start"
        hint="The lesson is recorded as taught. The price stays the same."
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  );
};
