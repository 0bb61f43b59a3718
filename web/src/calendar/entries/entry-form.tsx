import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { dateInWeekOf, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { placeholderOf } from '../../api/queries.ts';
import { noTeachersText } from '../queries.ts';
import { useToday } from '../../api/today.ts';
import { EditDialog } from '../../forms/EditDialog.tsx';
import { AddressField, ChosenField, NotesField } from '../../forms/fields.tsx';
import { TypedField } from '../../forms/TypedField.tsx';
import type { EditForm } from '../../forms/use-edit-form.ts';
import { byName } from '../../lib/people.ts';
import { LabeledCheckbox, RadioList, Segments } from '../../ui/fields/choice.tsx';
import { ErrorPanel } from '../../ui/lists/panels.tsx';
import { titleOf } from '../days/entry.ts';
import type { Target } from '../days/optimistic.ts';
import { CheckLine } from './CheckLine.tsx';
import {
  entrySchemaFor,
  isPlanned,
  repeatedDay,
  weekdayOf,
  type CheckedEntry,
  type EntryValues,
} from './entry-values.ts';
import { entryRequest, entryTexts } from './entry-write.ts';
import { WhenSection } from './WhenSection.tsx';

type Form = { readonly form: UseFormReturn<EntryValues, unknown, CheckedEntry> };

/** The options of a select, which may still be loading or have failed to load. */
type Offered<Row> = {
  readonly rows: readonly Row[];
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly refetch: () => unknown;
};

type People = { readonly teachers: Offered<Teacher>; readonly students: Offered<Student> };

const DidNotLoad = ({ what, of }: { readonly what: string; readonly of: Offered<unknown> }) =>
  of.isError && <ErrorPanel message={`The ${what} did not load.`} onRetry={() => void of.refetch()} />;

/** Whose entry it is, or what: a planned lesson keeps its student and teacher. */
const WhoSection = (props: Form & People & { readonly hasUsualLength: boolean }) => {
  const { form, teachers, hasUsualLength } = props;
  const students = props.students.rows.toSorted(byName);
  return (
    <>
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
        {form.watch('entryType') === 'lesson' ? (
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
              if (usual !== undefined && form.formState.dirtyFields.duration !== true && hasUsualLength)
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
          options={teachers.rows.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={teachers.rows.length > 0 ? 'Choose a teacher' : noTeachersText(teachers)}
        />
      </div>
      <DidNotLoad what="students" of={props.students} />
      <DidNotLoad what="teachers" of={teachers} />
    </>
  );
};

/** Once on a date, or every week on a weekday. */
const RepeatsChoice = ({ form }: Form) => (
  <Controller
    control={form.control}
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
          form.setValue('dayOfWeek', repeatedDay(repeats, form.getValues()), {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          });
        }}
      />
    )}
  />
);

/** The first date that an edit of a whole series changes. */
const changesFrom = ({ dayOfWeek }: EntryValues, on: IsoDate, today: IsoDate): IsoDate =>
  laterOf(dateInWeekOf(laterOf(on, today), weekdayOf(dayOfWeek) ?? 0), today);

/** One date of a planned series, or all from that date on. */
const ScopeChoice = ({ form, on }: Form & { readonly on: IsoDate }) => {
  const today = useToday();
  return (
    <Controller
      control={form.control}
      name="repeats"
      render={({ field }) => (
        <RadioList
          label="What to change"
          value={field.value}
          options={[
            { value: 'dated', label: 'Only this lesson', detail: longDate(on) },
            {
              value: 'weekly',
              label: 'All lessons in the series',
              detail: `Every week from ${longDate(changesFrom(form.watch(), on, today))} on. Earlier lessons don’t change.`,
            },
          ]}
          onChange={field.onChange}
        />
      )}
    />
  );
};

/** Where it takes place, and what else there is to know. */
const DetailSection = ({ form: { control, watch } }: Form) => (
  <>
    <AddressField
      optional
      control={control}
      name="customAddress"
      label="Address"
      placeholder={watch('entryType') === 'lesson' ? 'Where the student lives' : 'Street, city and ZIP code'}
    />
    <NotesField control={control} name="notes" label="Notes" />
  </>
);

const RouteChoice = ({ form }: Form) => (
  <Controller
    control={form.control}
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
);

/** Add Manual Entry, Edit Manual Entry, and Edit Lesson: a planned lesson has fewer fields, and a scope. */
export const EntryForm = (
  props: People & {
    readonly edit: EditForm<CalendarLesson, EntryValues, CheckedEntry>;
    /** What is edited; null for a new entry. */
    readonly target: Target | null;
    /** The length of a new entry was chosen in the calendar: a student's usual length does not replace it. */
    readonly isLengthChosen: boolean;
    readonly onClose: () => void;
    readonly children: ReactNode;
  },
) => {
  const { edit, target, teachers, students } = props;
  const { form } = edit;
  const row = target && target.row;
  const planned = row !== null && isPlanned(row);
  const complete = entrySchemaFor(row).safeParse(form.watch());
  const isChecked = complete.success && (!planned || form.formState.isDirty);
  const { title, confirm } = entryTexts(row);
  return (
    <EditDialog edit={edit} title={title} submit={confirm} onClose={props.onClose}>
      <div className="flex flex-col gap-4">
        {planned ? (
          <p className="text-lead font-strong">{titleOf(row)}</p>
        ) : (
          <WhoSection
            form={form}
            teachers={teachers}
            students={students}
            hasUsualLength={row === null && !props.isLengthChosen}
          />
        )}
        {target && planned && isWeekly(target.row) && <ScopeChoice form={form} on={target.on} />}
        {/* One date of a weekly entry cannot become weekly itself. */}
        {!planned && (row?.seriesId ?? null) === null && <RepeatsChoice form={form} />}
        <WhenSection
          form={form}
          isNew={row === null}
          duration={planned ? { max: 480, step: 5 } : { max: 240, step: 15 }}
        />
        <CheckLine request={isChecked ? entryRequest(complete.data, target) : null} />
        <DetailSection form={form} />
        {!planned && <RouteChoice form={form} />}
      </div>
      {props.children}
    </EditDialog>
  );
};
