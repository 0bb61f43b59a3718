import { zodResolver } from '@hookform/resolvers/zod';
import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import type { SubmitEventHandler } from 'react';
import { useForm, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import { useBackGuard } from '../../lib/back-guard.ts';
import { DiscardQuestion } from '../../ui/discard-question.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { AvailabilitySection } from './components/AvailabilitySection.tsx';
import { LessonSection } from './components/LessonSection.tsx';
import { PersonSection } from './components/PersonSection.tsx';
import { studentFormSchema, type CheckedStudent, type StudentValues } from './student-values.ts';

export type StudentFormState = UseFormReturn<StudentValues, unknown, CheckedStudent>;

export const useStudentForm = (defaultValues: StudentValues, errors: FieldErrors): StudentFormState =>
  useForm<StudentValues, unknown, CheckedStudent>({
    resolver: zodResolver(studentFormSchema),
    defaultValues,
    errors,
    mode: 'onTouched',
  });

type StudentFormProps = {
  readonly form: StudentFormState;
  readonly editing: boolean;
  readonly teachers: readonly Teacher[];
  /** How exactly the saved address is known, in words. */
  readonly located: string | null;
  readonly loading: boolean;
  readonly submitError: string | null;
  /** A sentence about the form itself, such as that it was reloaded. */
  readonly notice: string | null;
  readonly onSubmit: SubmitEventHandler;
  readonly onClose: () => void;
};

/** Add Student and Edit Student: who and what at the left, the week at the right. */
export const StudentForm = (props: StudentFormProps) => {
  const { form, editing, teachers, located, loading, submitError, notice, onSubmit, onClose } = props;
  const { isDirty, isValid } = form.formState;
  const back = useBackGuard(isDirty);
  return (
    <FormDialog
      open
      title={editing ? 'Edit Student' : 'Add Student'}
      submit={editing ? 'Save Changes' : 'Add Student'}
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
        <LessonSection form={form} teachers={teachers} />
      </div>
      <AvailabilitySection form={form} />
      <DiscardQuestion {...back} />
    </FormDialog>
  );
};
