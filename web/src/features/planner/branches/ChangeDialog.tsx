import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longDayName, nextMonday, weekOrder } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { useToday } from '../../../api/today.ts';
import { lessonLengths, type LessonLength } from '../../../calendar/fits/usual.ts';
import { useStudents, useTeachers, weekQuery } from '../../../calendar/queries.ts';
import { editedWeek, savedWeek, studentDay, teacherDay, teacherDays, type Window } from '../../../lib/availability.ts';
import { AvailabilityEditor } from '../../../ui/fields/availability-editor.tsx';
import { LabeledCheckbox, Segments } from '../../../ui/fields/choice.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { assignmentsQuery } from '../queries.ts';
import { useChangeBranch, type NewChange } from './commands.ts';

const kinds = [
  { value: 'teacherHours', label: 'Hours of a teacher' },
  { value: 'home', label: 'Home of a teacher' },
  { value: 'studentHours', label: 'Hours of a student' },
  { value: 'length', label: 'Lesson length of a student' },
  { value: 'joins', label: 'A new student' },
  { value: 'teachers', label: 'Teachers of a student' },
  { value: 'leaves', label: 'A student leaves' },
  { value: 'pin', label: 'A lesson keeps its time' },
] as const;
type Kind = (typeof kinds)[number]['value'];

const lengths = lessonLengths.map((value) => ({ value, label: `${value} min` }));

type Draft = {
  readonly kind: Kind;
  readonly teacherId: string;
  readonly studentId: string;
  /** Null: those that the student has. */
  readonly teacherIds: readonly string[] | null;
  readonly lessonId: string;
  readonly address: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly length: LessonLength;
};

const isAboutTeacher = (kind: Kind): boolean => kind === 'teacherHours' || kind === 'home' || kind === 'joins';
const hasHours = (kind: Kind): boolean => kind === 'teacherHours' || kind === 'studentHours' || kind === 'joins';

const changeOf = (draft: Draft & { readonly teacherIds: readonly string[] }, week: Window[]): NewChange => {
  const { kind, teacherId, studentId, teacherIds, lessonId, address, firstName, lastName, length } = draft;
  switch (kind) {
    case 'teacherHours':
      return { kind, teacherId, availability: savedWeekOf(week, true) };
    case 'home':
      return { kind, teacherId, address };
    case 'studentHours':
      return { kind, studentId, availability: savedWeekOf(week, false) };
    case 'length':
      return { kind, studentIds: [studentId], lessonDuration: length };
    case 'leaves':
      return { kind, studentId };
    case 'teachers':
      return { kind, studentId, teacherIds: [...teacherIds] };
    case 'pin':
      return { kind, lessonId, pinned: true };
    case 'joins':
      return {
        kind,
        firstName,
        lastName,
        address,
        city: undefined,
        zipCode: undefined,
        perLessonRate: undefined,
        lessonDuration: length,
        availability: savedWeekOf(week, false),
        teacherIds: [teacherId],
      };
  }
};

const savedWeekOf = (week: Window[], ofTeacher: boolean) =>
  savedWeek(week, ofTeacher ? teacherDay : studentDay).map(({ enabled = true, isPreferred = false, ...window }) => ({
    ...window,
    enabled,
    isPreferred,
  }));

const Choice = (props: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}) => (
  <div className="grid gap-1.5">
    <span className="font-control">{props.label}</span>
    <Select look="field" {...props} />
  </div>
);

/** Who may teach a student. */
const TeacherChoice = (props: {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}) => (
  <fieldset>
    <legend className="font-control">Teachers</legend>
    {useTeachers().map(({ id, name }) => (
      <LabeledCheckbox
        key={id}
        className="min-h-9 gap-2.5 max-desk:min-h-11"
        checked={props.value.includes(id)}
        onChange={(checked) => props.onChange(checked ? [...props.value, id] : props.value.filter((one) => one !== id))}
      >
        {name}
      </LabeledCheckbox>
    ))}
  </fieldset>
);

/** One of the weekly lessons that a plan may move. */
const LessonChoice = (props: { readonly value: string; readonly onChange: (value: string) => void }) => {
  const students = useStudents();
  const { data: rows = [] } = useQuery(weekQuery(nextMonday(useToday())));
  const movable = rows.filter((row) => isWeekly(row) && row.source === 'optimized' && row.pin === null);
  const options = movable.map(({ lessonId, studentId, dayOfWeek, start }) => ({
    value: lessonId,
    label: `${students.find(({ id }) => id === studentId)?.name ?? ''}, ${longDayName(dayOfWeek)} ${formatTime(start)}`,
  }));
  if (options.length === 0)
    return <p className="text-pretty text-ink-2">No weekly lesson was planned, so a plan moves none of them.</p>;
  return <Choice label="Lesson" options={[{ value: '', label: 'Choose a lesson' }, ...options]} {...props} />;
};

/** Makes something otherwise in a branch. Nothing of the studio changes. */
export default function ChangeDialog(props: {
  readonly branchId: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { branchId, name, onClose } = props;
  const teachers = useTeachers();
  const students = useStudents();
  const change = useChangeBranch();
  const [typed, setDraft] = useState<Draft>({
    kind: 'teacherHours',
    teacherId: '',
    studentId: '',
    teacherIds: null,
    lessonId: '',
    address: '',
    firstName: '',
    lastName: '',
    length: 45,
  });
  // The first ones, once they are known.
  const draft = {
    ...typed,
    teacherId: typed.teacherId || (teachers[0]?.id ?? ''),
    studentId: typed.studentId || (students[0]?.id ?? ''),
  };
  const { kind, teacherId, studentId, length } = draft;
  const { data: assignments = [] } = useQuery(assignmentsQuery);
  const teacherIds =
    draft.teacherIds ?? assignments.filter((one) => one.studentId === studentId).map((one) => one.teacherId);
  const ofTeacher = kind === 'teacherHours';
  const person = ofTeacher ? teachers.find(({ id }) => id === teacherId) : students.find(({ id }) => id === studentId);
  const hoursOf = (): Window[] =>
    editedWeek(
      kind === 'joins' ? [] : (person?.availability ?? []),
      ofTeacher ? teacherDays : weekOrder,
      ofTeacher ? teacherDay : studentDay,
    );
  const whose = `${kind} ${kind === 'joins' ? '' : (person?.id ?? '')}`;
  const [edited, setEdited] = useState<{ readonly whose: string; readonly week: Window[] } | null>(null);
  // The hours of another person begin with that person's.
  const week = edited?.whose === whose ? edited.week : hoursOf();
  const set = (next: Partial<Draft>): void => setDraft({ ...draft, ...next });
  const submit = async (): Promise<void> => {
    if (await change.send({ params: { id: branchId }, body: { change: changeOf({ ...draft, teacherIds }, week) } }))
      onClose();
  };
  return (
    <FormDialog
      open
      title="Add a Change"
      subtitle={`In the branch ${name} alone`}
      submit="Add Change"
      loading={change.isPending}
      submitError={change.error?.message ?? null}
      unconfirmed={false}
      canSubmit
      dirty={edited !== null || draft.address !== '' || draft.firstName !== '' || draft.lastName !== ''}
      bodyClassName="grid content-start gap-4 p-6 max-desk:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={onClose}
    >
      <Choice
        label="What changes"
        value={kind}
        options={kinds}
        onChange={(value) => set({ kind: kinds.find((one) => one.value === value)?.value ?? kind })}
      />
      {kind === 'pin' && <LessonChoice value={draft.lessonId} onChange={(lessonId) => set({ lessonId })} />}
      {isAboutTeacher(kind) && (
        <Choice
          label="Teacher"
          value={teacherId}
          options={teachers.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(value) => set({ teacherId: value })}
        />
      )}
      {!isAboutTeacher(kind) && kind !== 'pin' && (
        <Choice
          label="Student"
          value={studentId}
          options={students.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(value) => set({ studentId: value, teacherIds: null })}
        />
      )}
      {kind === 'teachers' && <TeacherChoice value={teacherIds} onChange={(value) => set({ teacherIds: value })} />}
      {kind === 'joins' && (
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label="First name"
            value={draft.firstName}
            autoComplete="off"
            onChange={({ target }) => set({ firstName: target.value })}
          />
          <TextField
            label="Last name"
            value={draft.lastName}
            autoComplete="off"
            onChange={({ target }) => set({ lastName: target.value })}
          />
        </div>
      )}
      {(kind === 'home' || kind === 'joins') && (
        <TextField
          label="Address"
          value={draft.address}
          placeholder="Street, city and ZIP code"
          autoComplete="off"
          onChange={({ target }) => set({ address: target.value })}
        />
      )}
      {(kind === 'length' || kind === 'joins') && (
        <Segments label="Lesson length" value={length} options={lengths} onChange={(value) => set({ length: value })} />
      )}
      {hasHours(kind) && (
        <AvailabilityEditor
          value={week}
          onChange={(next) => setEdited({ whose, week: next })}
          onBlur={() => undefined}
          day={ofTeacher ? teacherDay : studentDay}
          preferences={!ofTeacher}
          errorAt={() => undefined}
        />
      )}
    </FormDialog>
  );
}
