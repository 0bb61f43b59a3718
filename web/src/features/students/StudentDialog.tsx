import type { Student } from '@rondo/contracts/api/students.ts';
import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { useMemo, useState } from 'react';
import { locationNote } from '../../lib/address.ts';
import { CallFailed } from '../../lib/client.ts';
import { fieldErrorsOf } from '../../lib/form-errors.ts';
import { toast } from '../../ui/toast.tsx';
import { useSaveStudent } from './mutations.ts';
import { loadStudent, type LoadedStudent } from './queries.ts';
import { StudentForm, useStudentForm } from './student-form.tsx';
import { concernsSchedule, editedFields, newStudentValues, valuesOf } from './student-values.ts';

const changedElsewhere =
  'This student was changed elsewhere meanwhile. The newest values are loaded; what you typed is kept. Please check and save again.';

const isStale = (error: unknown): boolean => error instanceof CallFailed && error.status === 412;

/** What follows a save: whether the schedule should be asked about. */
export type SavedStudent = {
  readonly student: Student;
  readonly isNew: boolean;
  readonly hasTeacher: boolean;
  readonly concernsSchedule: boolean;
};

/** The student form joined to its calls. Mounted anew for every student. */
export const StudentDialog = (props: {
  /** Null: a new student. */
  readonly given: LoadedStudent | null;
  readonly teachers: readonly Teacher[];
  readonly onClose: () => void;
  readonly onSaved: (saved: SavedStudent) => void;
}) => {
  const { given, teachers, onClose, onSaved } = props;
  const [before, setBefore] = useState(given);
  const [notice, setNotice] = useState<string | null>(null);
  const save = useSaveStudent();
  const saved = useMemo(() => (before ? valuesOf(before.student, before.teacherId) : newStudentValues), [before]);
  const serverErrors = useMemo(() => fieldErrorsOf(save.error), [save.error]);
  const form = useStudentForm(saved, serverErrors);

  /** Another window was faster: its values come in, what was typed here stays on top. */
  const reload = async (studentId: string): Promise<void> => {
    const newest = await loadStudent(studentId);
    if (!newest) {
      toast({ title: 'This student was deleted elsewhere meanwhile.', tone: 'destructive' });
      onClose();
      return;
    }
    const typed = form.getValues();
    setBefore(newest);
    form.reset(valuesOf(newest.student, newest.teacherId));
    for (const name of editedFields(saved, typed))
      form.setValue(name, typed[name], { shouldDirty: true, shouldValidate: true });
    save.reset();
    setNotice(changedElsewhere);
  };

  const submit = form.handleSubmit((values) =>
    save.mutate(
      { values, before },
      {
        onSuccess: (student) => {
          if (!student) {
            onClose();
            return;
          }
          onSaved({
            student,
            isNew: before === null,
            hasTeacher: values.teacherId !== '',
            concernsSchedule: before === null || concernsSchedule(saved, form.getValues()),
          });
        },
        onError: (error) => {
          if (before && isStale(error)) void reload(before.student.id);
        },
      },
    ),
  );
  const note = before ? locationNote(before.student) : null;

  return (
    <StudentForm
      form={form}
      editing={before !== null}
      teachers={teachers}
      located={note?.sentence ?? null}
      loading={save.isPending}
      submitError={save.error && !isStale(save.error) ? save.error.message : null}
      notice={notice}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    />
  );
};
