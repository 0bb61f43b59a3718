import { counted } from '../../../lib/texts.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { useDeleteTeacher } from '../mutations.ts';
import type { TeacherRow } from '../roster.ts';

/** Confirms deleting a teacher, and lists what ends. */
export const DeleteTeacher = ({ row, onClose }: { readonly row: TeacherRow; readonly onClose: () => void }) => {
  const remove = useDeleteTeacher();
  const { teacher, students, weekly } = row;
  const ends = [
    ...(weekly > 0 ? [`${counted(weekly, 'weekly entry').replace(/entrys$/, 'entries')} in the schedule`] : []),
    ...(students > 0 ? [`the assignment of ${counted(students, 'student')}`] : []),
  ];
  return (
    <ConfirmDialog
      open
      title="Delete Teacher?"
      confirm="Delete"
      danger
      loading={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(teacher, { onSettled: onClose })}
    >
      <p>
        <b className="font-strong text-ink">{teacher.name}</b> will be removed.
      </p>
      {ends.length > 0 && <p>What ends today: {ends.join(' and ')}. The students themselves are kept.</p>}
      <p>Past lessons and invoices keep the name.</p>
    </ConfirmDialog>
  );
};
