import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { useDeleteStudent } from '../mutations.ts';
import { nameOf, type StudentRow } from '../roster.ts';

/** Confirms deleting a student, and lists what is deleted with them. */
export const DeleteStudent = ({ row, onClose }: { readonly row: StudentRow; readonly onClose: () => void }) => {
  const remove = useDeleteStudent();
  const { student, lesson } = row;
  return (
    <ConfirmDialog
      open
      title="Delete Student?"
      confirm="Delete"
      danger
      loading={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(student, { onSettled: onClose })}
    >
      <p>
        <b className="font-strong text-ink">{nameOf(student)}</b>{' '}
        {lesson
          ? `will be removed, and the ${lesson.kind === 'weekly' ? 'weekly lesson' : 'lesson'} (${lesson.when}) ends today. All other future lessons are removed too.`
          : 'will be removed.'}
      </p>
      <p>Past lessons and invoices keep the name.</p>
    </ConfirmDialog>
  );
};
