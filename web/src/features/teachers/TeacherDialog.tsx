import type { CurrentUser } from '@rondo/contracts/api/account/accounts.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { besideTheWeek, EditDialog } from '../../forms/EditDialog.tsx';
import { useEditForm } from '../../forms/use-edit-form.ts';
import { locationNote } from '../../lib/address.ts';
import { HoursSection } from './components/HoursSection.tsx';
import { PersonSection } from './components/PersonSection.tsx';
import { saveTeacher } from './commands.ts';
import { loadTeacher } from './queries.ts';
import { accountValues, newTeacherValues, teacherFormSchema, valuesOf } from './teacher-values.ts';

/** Add Teacher and Edit Teacher: the person on the left, the hours on the right. Remounted for each teacher. */
export const TeacherDialog = (props: {
  /** Null: a new teacher. */
  readonly initial: Teacher | null;
  /** The user, while a studio has no teacher: most teach themselves. */
  readonly account: CurrentUser | null;
  readonly onClose: () => void;
}) => {
  const { initial, account, onClose } = props;
  const edit = useEditForm({
    noun: 'teacher',
    schema: teacherFormSchema,
    fields: teacherFormSchema.keyof().options,
    initial,
    valuesOf: (row) => (row ? valuesOf(row) : { ...newTeacherValues, ...(account && accountValues(account)) }),
    load: ({ id }) => loadTeacher(id),
    save: async (values, before) => {
      await saveTeacher(values, before);
      onClose();
    },
  });
  const { form, row } = edit;
  const { isDirty, isValid } = form.formState;
  const editing = row !== null;
  return (
    <EditDialog
      edit={edit}
      title={editing ? 'Edit Teacher' : 'Add Teacher'}
      submit={editing ? 'Save Changes' : 'Add Teacher'}
      canSubmit={!editing || (isDirty && isValid)}
      width="wide"
      bodyClassName={besideTheWeek}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5 p-6 max-desk:p-4 wide:overflow-auto">
        <PersonSection form={form} located={(row && locationNote(row))?.sentence ?? null} />
      </div>
      <HoursSection form={form} />
    </EditDialog>
  );
};
