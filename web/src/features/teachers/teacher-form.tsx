import { zodResolver } from '@hookform/resolvers/zod';
import type { SubmitEventHandler } from 'react';
import { Controller, useForm, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import { useAddressSuggestions } from '../../lib/address-suggestions.ts';
import { useBackGuard } from '../../lib/back-guard.ts';
import { TextField } from '../../ui/field.tsx';
import { DiscardQuestion } from '../../ui/discard-question.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SuggestField } from '../../ui/suggest-field.tsx';
import { HoursSection } from './components/HoursSection.tsx';
import { teacherFormSchema, type CheckedTeacher, type TeacherValues } from './teacher-values.ts';

export type TeacherFormState = UseFormReturn<TeacherValues, unknown, CheckedTeacher>;

export const useTeacherForm = (defaultValues: TeacherValues, errors: FieldErrors): TeacherFormState =>
  useForm<TeacherValues, unknown, CheckedTeacher>({
    resolver: zodResolver(teacherFormSchema),
    defaultValues,
    errors,
    mode: 'onTouched',
  });

const PersonSection = ({ form, located }: { readonly form: TeacherFormState; readonly located: string | null }) => {
  const { control, formState, register } = form;
  const { errors, dirtyFields } = formState;
  const { suggestions, seek } = useAddressSuggestions();
  const homeHint = located !== null && dirtyFields.address !== true ? located : undefined;
  return (
    <section aria-label="Teacher" className="grid content-start gap-4">
      <TextField label="Name" autoComplete="off" data-autofocus error={errors.name?.message} {...register('name')} />
      <div className="grid grid-cols-2 gap-4 max-desk:grid-cols-1">
        <TextField label="Phone" type="tel" autoComplete="off" error={errors.phone?.message} {...register('phone')} />
        <TextField label="Email" type="email" autoComplete="off" error={errors.email?.message} {...register('email')} />
      </div>
      <Controller
        control={control}
        name="address"
        render={({ field: { value, onChange, onBlur, name, ref } }) => (
          <SuggestField
            label="Home address"
            optional
            placeholder="Street, city and ZIP code"
            value={value}
            onChange={(text) => {
              onChange(text);
              seek(text);
            }}
            onBlur={onBlur}
            name={name}
            ref={ref}
            suggestions={suggestions}
            error={errors.address?.message}
            hint={
              homeHint ?? 'Where the day’s drive begins and ends. Without it the drives from and to home are left out.'
            }
          />
        )}
      />
      <TextField
        label="Calendar URL"
        optional
        type="url"
        inputMode="url"
        autoComplete="off"
        hint="The feed of your music-studio calendar, for a later synchronization."
        error={errors.calendarUrl?.message}
        {...register('calendarUrl')}
      />
    </section>
  );
};

type TeacherFormProps = {
  readonly form: TeacherFormState;
  readonly editing: boolean;
  /** How exactly the saved address is known, in words. */
  readonly located: string | null;
  readonly loading: boolean;
  readonly submitError: string | null;
  /** A sentence about the form itself, such as that it was reloaded. */
  readonly notice: string | null;
  readonly onSubmit: SubmitEventHandler;
  readonly onClose: () => void;
};

/** Add Teacher and Edit Teacher: who at the left, the hours at the right. */
export const TeacherForm = (props: TeacherFormProps) => {
  const { form, editing, located, loading, submitError, notice, onSubmit, onClose } = props;
  const { isDirty, isValid } = form.formState;
  const back = useBackGuard(isDirty);
  return (
    <FormDialog
      open
      title={editing ? 'Edit Teacher' : 'Add Teacher'}
      submit={editing ? 'Save Changes' : 'Add Teacher'}
      width="wide"
      loading={loading}
      submitError={submitError}
      notice={notice}
      canSubmit={!editing || (isDirty && isValid)}
      dirty={isDirty}
      bodyClassName="wide:grid wide:grid-cols-[minmax(0,1fr)_472px] wide:grid-rows-[minmax(0,1fr)] wide:overflow-hidden"
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5 p-6 max-desk:p-4 wide:overflow-auto">
        <PersonSection form={form} located={located} />
      </div>
      <HoursSection form={form} />
      <DiscardQuestion {...back} />
    </FormDialog>
  );
};
