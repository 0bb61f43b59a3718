import { counted } from '../../../lib/texts.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { useDeleteStudents } from './mutations.ts';
import type { Selected } from './question.ts';
import { HiddenNote, Who } from './Who.tsx';

/** Asks before the selected students are deleted, and says what ends with them. */
export const DeleteQuestion = ({
  selected,
  onClose,
}: {
  readonly selected: Selected;
  readonly onClose: () => void;
}) => {
  const remove = useDeleteStudents();
  const { rows } = selected;
  const weekly = rows.filter(({ lesson }) => lesson?.kind === 'weekly').length;
  return (
    <ConfirmDialog
      open
      title={rows.length === 1 ? 'Delete Student?' : `Delete ${rows.length} Students?`}
      confirm="Delete"
      danger
      loading={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          rows.map(({ student }) => student.id),
          { onSettled: onClose },
        )
      }
    >
      <p>
        <Who selected={selected} /> will be removed.
      </p>
      <p>
        {weekly > 0 && `${counted(weekly, 'weekly lesson')} ${weekly === 1 ? 'ends' : 'end'} today. `}
        All their future lessons are removed.
      </p>
      <HiddenNote selected={selected} />
      <p>Past lessons and invoices keep the names.</p>
    </ConfirmDialog>
  );
};
