import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { useQuery } from '@tanstack/react-query';
import { usualLength, usualTeacher } from '../../calendar/fits/usual.ts';
import { preferencesQuery, useStudents } from '../../calendar/queries.ts';
import { besideTheWeek, EditDialog } from '../../forms/EditDialog.tsx';
import { useEditForm } from '../../forms/use-edit-form.ts';
import { locationNote } from '../../lib/address.ts';
import { LessonSection } from './components/LessonSection.tsx';
import { saveStudent } from './dialogs/commands.ts';
import { loadStudent, type LoadedStudent } from './queries.ts';
import { useCurrency } from '../../api/settings.ts';
import {
  concernsSchedule,
  newStudentValues,
  studentFormSchema,
  studentFormSchemaIn,
  valuesOf,
  type CheckedStudent,
  type StudentFormState,
  type StudentValues,
} from './student-values.ts';
import { ask } from '../../api/client.ts';
import { confirm } from '../../ui/overlays/confirm.ts';
import { Controller } from 'react-hook-form';
import { studentDay } from '../../lib/availability.ts';
import { AvailabilityEditor } from '../../ui/fields/availability-editor.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { householdsQuery } from './families/queries.ts';
import { AddressField, NotesField } from '../../forms/fields.tsx';
import { TypedField } from '../../forms/TypedField.tsx';

/** Who the student is and where the teacher drives. */
const PersonSection = ({ form, located }: { readonly form: StudentFormState; readonly located: string | null }) => {
  const { control, formState } = form;
  const { dirtyFields } = formState;
  return (
    <section aria-label="Student" className="grid grid-cols-2 gap-4">
      <TypedField control={control} name="firstName" label="First name" autoComplete="off" data-autofocus />
      <TypedField control={control} name="lastName" label="Last name" autoComplete="off" />
      <AddressField
        className="col-span-2"
        control={control}
        name="address"
        label="Address"
        placeholder="Street, city and ZIP code"
        hint={located !== null && dirtyFields.address !== true ? located : undefined}
      />
      <div className="col-span-2">
        <NotesField control={control} name="doorNote" label="At the door" placeholder="Gate code, parking, dog" />
      </div>
      <TypedField
        control={control}
        name="phone"
        className="max-desk:col-span-2"
        label="Phone"
        optional
        type="tel"
        autoComplete="off"
      />
      <TypedField
        control={control}
        name="email"
        className="max-desk:col-span-2"
        label="Email"
        optional
        type="email"
        autoComplete="off"
      />
      <FamilyField form={form} />
    </section>
  );
};

const none = 'none';

/** With whom the student has one account. */
const FamilyField = ({ form }: { readonly form: StudentFormState }) => {
  const { data: households = [] } = useQuery(householdsQuery);
  return (
    <Controller
      control={form.control}
      name="family"
      render={({ field: { value, onChange } }) => (
        <Field label="Family" className="col-span-2">
          {({ id }) => (
            <Select
              id={id}
              look="field"
              label="Family"
              value={value || none}
              options={[
                { value: none, label: 'None' },
                ...households.map((household) => ({ value: household.id, label: household.name })),
                { value: 'new', label: 'New family' },
              ]}
              onChange={(chosen) => onChange(chosen === none ? '' : chosen)}
            />
          )}
        </Field>
      )}
    />
  );
};

/** When the student is available. */
const AvailabilitySection = ({ form }: { readonly form: StudentFormState }) => (
  <section
    aria-labelledby="availability-head"
    className="border-line bg-paper p-6 max-wide:border-t max-desk:p-4 wide:overflow-auto wide:border-l"
  >
    <h3 id="availability-head" className="text-lead font-strong">
      Availability
    </h3>
    <p className="mb-2 text-ink-2">Star the preferred times. Rondo tries those first.</p>
    <Controller
      control={form.control}
      name="availability"
      render={({ field: { value, onChange, onBlur }, formState: { errors } }) => (
        <AvailabilityEditor
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          day={studentDay}
          preferences
          errorAt={(index) =>
            errors.availability?.[index]?.startTime?.message ?? errors.availability?.[index]?.endTime?.message
          }
        />
      )}
    />
  </section>
);

/** Runs after a save: whether to ask about the schedule. */
export type SavedStudent = {
  readonly student: Student;
  readonly isNew: boolean;
  /** Empty: none. */
  readonly teacherId: string;
  readonly concernsSchedule: boolean;
  /** The batches by which saving can be undone. */
  readonly batches: readonly string[];
};

/** @param sentence why the place is doubtful */
const askAboutPlace = (sentence: string, run: () => Promise<void>): void =>
  confirm({
    title: 'Is this address right?',
    text: <p>{sentence} Check the city and the ZIP code.</p>,
    action: 'Save This Address',
    cancel: 'Back',
    run,
  });

/** Add Student and Edit Student: person and lesson on the left, the week on the right. Remounted for each student. */
export const StudentDialog = (props: {
  /** Null: a new student. */
  readonly initial: LoadedStudent | null;
  /** The question from the form that a new student answers, and what it says of the student. */
  readonly inquiry?: { readonly id: string; readonly values: Partial<StudentValues> };
  readonly teachers: readonly Teacher[];
  readonly onClose: () => void;
  readonly onSaved: (saved: SavedStudent) => void;
}) => {
  const { initial, inquiry, teachers, onClose, onSaved } = props;
  const currency = useCurrency();
  const { data: preferences } = useQuery(preferencesQuery);
  const usual = usualTeacher(teachers, preferences?.defaultTeacherId ?? null)?.id ?? '';
  const lessonDuration = usualLength(useStudents());
  const edit = useEditForm({
    noun: 'student',
    schema: studentFormSchemaIn(currency, initial?.student),
    fields: studentFormSchema.keyof().options,
    initial,
    valuesOf: (row) =>
      row
        ? valuesOf(row.student, row.teacherId)
        : { ...newStudentValues, teacherId: usual, lessonDuration, ...inquiry?.values },
    load: ({ student }) => loadStudent(student.id),
    save: async (values, before) => {
      const isMoved = before?.student.address !== values.address;
      // Whether it can be saved is for the server to say: an address that cannot be located is no obstacle.
      const place = isMoved
        ? await ask('POST /api/maps/geocode', { body: { address: values.address } }).catch(() => null)
        : null;
      const sentence = place && (await import('./far-away.ts')).farAway(place, teachers, values.teacherId);
      if (sentence === null) await write(values, before);
      else
        askAboutPlace(sentence, () =>
          write(values, before).catch((error: unknown) => {
            if (error instanceof Error) edit.showError(error);
          }),
        );
    },
  });
  const write = async (values: CheckedStudent, before: LoadedStudent | null): Promise<void> => {
    const { student, batches } = await saveStudent(values, before, inquiry?.id);
    if (!student) {
      onClose();
      return;
    }
    onSaved({
      student,
      isNew: before === null,
      teacherId: values.teacherId,
      concernsSchedule: before === null || concernsSchedule(edit.saved, edit.form.getValues()),
      batches,
    });
  };
  const { form, row } = edit;
  const { isDirty, isValid } = form.formState;
  const editing = row !== null;
  const failed = editing ? 'Failed to update student' : 'Failed to create student';
  const submitError = edit.submitError === null ? null : `${failed}: ${edit.submitError}`;
  const located = row ? (locationNote(row.student)?.sentence ?? null) : null;
  return (
    <EditDialog
      edit={{ ...edit, submitError }}
      title={editing ? 'Edit Student' : 'Add Student'}
      submit={editing ? 'Save Changes' : 'Add Student'}
      canSubmit={!editing || (isDirty && isValid)}
      width="wide"
      bodyClassName={besideTheWeek}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5 p-6 max-desk:p-4 wide:overflow-auto">
        <PersonSection form={form} located={located} />
        <LessonSection form={form} teachers={teachers} />
      </div>
      <AvailabilitySection form={form} />
    </EditDialog>
  );
};
