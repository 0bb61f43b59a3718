import type { Student } from '@rondo/contracts/api/students.ts';
import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { EditDialog } from '../../forms/EditDialog.tsx';
import { LabeledCheckbox, Segments } from '../../ui/fields/choice.tsx';
import { TypedField } from '../../forms/TypedField.tsx';
import { byLastName } from '../../lib/people.ts';
import { placeholderOf } from '../../api/queries.ts';
import { ErrorPanel } from '../../ui/lists/panels.tsx';
import type { EditForm } from '../../forms/use-edit-form.ts';
import { CheckLine } from './CheckLine.tsx';
import { ChosenField } from '../../forms/fields.tsx';
import { DetailFields } from './DetailFields.tsx';
import { WhenFields } from './WhenFields.tsx';
import { entryBody, entrySchema, repeatedDay, type CheckedEntry, type EntryValues } from './entry-values.ts';

type EntryFormState = UseFormReturn<EntryValues, unknown, CheckedEntry>;

type SectionProps = { readonly form: EntryFormState };

/** Weekly on a weekday, or once on a date. */
const WhenSection = ({ form, weekly }: SectionProps & { readonly weekly: boolean }) => {
  const { control, watch, getValues, setValue } = form;
  return (
    <>
      {weekly && (
        <Controller
          control={control}
          name="repeats"
          render={({ field }) => (
            <Segments
              label="Repeats"
              value={field.value}
              options={[
                { value: 'dated', label: 'Once, on a date' },
                { value: 'weekly', label: 'Every week' },
              ]}
              onChange={(repeats) => {
                field.onChange(repeats);
                setValue('dayOfWeek', repeatedDay(repeats, getValues()), {
                  shouldDirty: true,
                  shouldValidate: form.formState.isSubmitted,
                });
              }}
            />
          )}
        />
      )}
      <WhenFields
        at={(name) => ({ control, name })}
        weekly={watch('repeats') === 'weekly'}
        duration={{ max: 240, step: 15 }}
      />
    </>
  );
};

const PlaceSection = ({ form }: SectionProps) => {
  const { control, watch } = form;
  return (
    <>
      <DetailFields
        at={(name) => ({ control, name })}
        placeholder={watch('entryType') === 'lesson' ? 'Where the student lives' : 'Street, city and ZIP code'}
      />
      <Controller
        control={control}
        name="useInOptimization"
        render={({ field }) => (
          <LabeledCheckbox checked={field.value} onChange={field.onChange} className="min-h-11 gap-3">
            Include in the driving route
            <span className="block text-small text-ink-3">
              Otherwise its time is blocked, but the route does not stop there.
            </span>
          </LabeledCheckbox>
        )}
      />
    </>
  );
};

/** The options of a select, which may still be loading or have failed to load. */
type Offered<Row> = {
  readonly rows: readonly Row[];
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly refetch: () => unknown;
};

const DidNotLoad = ({ what, of }: { readonly what: string; readonly of: Offered<unknown> }) =>
  of.isError && <ErrorPanel message={`The ${what} did not load.`} onRetry={() => void of.refetch()} />;

/** Add Manual Entry and Edit Manual Entry. */
export const EntryForm = (props: {
  readonly edit: EditForm<CalendarLesson, EntryValues, CheckedEntry>;
  /** One date of a weekly entry cannot become weekly itself. */
  readonly canRepeat: boolean;
  readonly teachers: Offered<Teacher>;
  readonly students: Offered<Student>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) => {
  const { edit } = props;
  const { rows: teachers } = props.teachers;
  const students = props.students.rows.toSorted(byLastName);
  const { form, row } = edit;
  const editing = row !== null;
  const values = form.watch();
  const complete = entrySchema.safeParse(values);
  const isLesson = values.entryType === 'lesson';
  return (
    <EditDialog
      edit={edit}
      title={editing ? 'Edit Manual Entry' : 'Add Manual Entry'}
      submit={editing ? 'Save Changes' : 'Add Entry'}
      onClose={props.onClose}
    >
      <div className="flex flex-col gap-4">
        <Controller
          control={form.control}
          name="entryType"
          render={({ field }) => (
            <Segments
              label="Kind of entry"
              value={field.value}
              options={[
                { value: 'lesson', label: 'Lesson' },
                { value: 'appointment', label: 'Appointment' },
              ]}
              onChange={(kind) => {
                field.onChange(kind);
                form.setValue('useInOptimization', kind === 'lesson');
              }}
            />
          )}
        />
        <div className="grid grid-cols-2 items-start gap-3 max-desk:grid-cols-1">
          {isLesson ? (
            <ChosenField
              control={form.control}
              name="studentId"
              label="Student"
              options={students.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder={
                students.length > 0
                  ? 'Choose a student'
                  : placeholderOf(props.students, { failed: 'Students did not load', none: 'No students yet' })
              }
              onChosen={(chosen) => {
                // Sets the student's usual length, unless the user typed another one.
                const usual = students.find(({ id }) => id === chosen)?.lessonDuration;
                if (usual !== undefined && form.formState.dirtyFields.duration !== true && !editing)
                  form.resetField('duration', { defaultValue: String(usual) });
              }}
            />
          ) : (
            <TypedField control={form.control} name="eventTitle" label="Title" autoComplete="off" />
          )}
          <ChosenField
            control={form.control}
            name="teacherId"
            label="Teacher"
            options={teachers.map(({ id, name }) => ({ value: id, label: name }))}
            placeholder={
              teachers.length > 0
                ? 'Choose a teacher'
                : placeholderOf(props.teachers, { failed: 'Teachers did not load', none: 'No teachers available' })
            }
          />
        </div>
        <DidNotLoad what="students" of={props.students} />
        <DidNotLoad what="teachers" of={props.teachers} />
        <WhenSection form={form} weekly={props.canRepeat} />
        <CheckLine
          wanted={complete.success ? { ...entryBody(complete.data), ...(editing ? { id: row.lessonId } : {}) } : null}
        />
        <PlaceSection form={form} />
      </div>
      {props.children}
    </EditDialog>
  );
};
