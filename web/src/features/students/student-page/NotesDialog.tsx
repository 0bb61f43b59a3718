import { studentInput, type Student } from '@rondo/contracts/api/people/students.ts';
import { z } from 'zod';
import { command } from '../../../api/client.ts';
import { carryOut } from '../../../api/commands/command.ts';
import { EditDialog } from '../../../forms/EditDialog.tsx';
import { NotesField } from '../../../forms/fields.tsx';
import { useEditForm } from '../../../forms/use-edit-form.ts';
import { loadStudent } from '../queries.ts';
import { nameOf } from '../roster.ts';

/** Input values are always text; the call's schema is stricter. */
const schema = z.object({
  notes: z
    .string()
    .transform((typed): string | null | undefined => typed)
    .pipe(studentInput.shape.notes),
});

/** Edits what the teacher notes of a student. */
export const NotesDialog = ({ student, onClose }: { readonly student: Student; readonly onClose: () => void }) => {
  const edit = useEditForm({
    noun: 'student',
    schema,
    fields: ['notes'],
    initial: student,
    valuesOf: (row) => ({ notes: row?.notes ?? '' }),
    load: async ({ id }) => (await loadStudent(id))?.student,
    save: async ({ notes }, row) => {
      const { id, revision } = row ?? student;
      await carryOut(() => command('PUT /api/students/:id', { params: { id }, body: { notes, revision } }), {
        done: `Notes of ${nameOf(student)} saved`,
        failed: null,
      });
      onClose();
    },
  });
  return (
    <EditDialog edit={edit} title={`Notes of ${nameOf(student)}`} submit="Save Notes" width="narrow" onClose={onClose}>
      <NotesField control={edit.form.control} name="notes" label="Your notes" rows={8} />
      <p className="mt-3 text-pretty text-ink-2">
        Only you see them: they are in no calendar, mail or invoice. At most 2,000 characters.
      </p>
    </EditDialog>
  );
};
