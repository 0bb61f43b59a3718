import { useState } from 'react';
import { counted, fewNames } from '../../../lib/texts.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import type { TeacherRow } from '../roster.ts';
import { useClearTimes, useDeleteTeachers } from './mutations.ts';
import type { BulkQuestion } from './question.ts';

type Asked = { readonly rows: readonly TeacherRow[]; readonly onClose: () => void };

const idsOf = (rows: readonly TeacherRow[]): string[] => rows.map(({ teacher }) => teacher.id);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** "2 teachers (Dana and Marcus)"; of more than five the number alone. */
const Who = ({ rows }: Pick<Asked, 'rows'>) => {
  const names = fewNames(rows.map(({ teacher }) => teacher.name));
  return (
    <>
      <b className="font-strong text-ink">{counted(rows.length, 'teacher')}</b>
      {names !== null && ` (${names})`}
    </>
  );
};

const ClearTimes = ({ rows, onClose }: Asked) => {
  const clear = useClearTimes();
  return (
    <ConfirmDialog
      open
      title="Clear Times?"
      confirm="Clear Times"
      danger
      loading={clear.isPending}
      onClose={onClose}
      onConfirm={() => clear.mutate(idsOf(rows), { onSettled: onClose })}
    >
      <p>
        The weekly hours of <Who rows={rows} /> will be removed.
      </p>
      <p>Lessons stay where they are. Rondo plans no week for a teacher without hours.</p>
    </ConfirmDialog>
  );
};

const DeleteSelected = ({ rows, onClose }: Asked) => {
  const remove = useDeleteTeachers();
  const weekly = sum(rows.map((row) => row.weekly));
  const students = sum(rows.map((row) => row.students));
  const ends = [
    ...(weekly > 0 ? [`${counted(weekly, 'weekly entry')} in the schedule`] : []),
    ...(students > 0 ? [`${counted(students, 'assignment')} of students`] : []),
  ];
  return (
    <ConfirmDialog
      open
      title={rows.length === 1 ? 'Delete Teacher?' : `Delete ${rows.length} Teachers?`}
      confirm="Delete"
      danger
      loading={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(idsOf(rows), { onSettled: onClose })}
    >
      <p>
        <Who rows={rows} /> will be removed.
      </p>
      {ends.length > 0 && <p>What ends today: {ends.join(' and ')}. The students themselves are kept.</p>}
      <p>Past lessons and invoices keep the names.</p>
    </ConfirmDialog>
  );
};

/** The question before an action on the selected teachers. */
const TeachersBulk = (props: Asked & { readonly question: BulkQuestion }) => {
  const { question, onClose } = props;
  // As they were when it was asked: the list changes before the dialog closes.
  const [rows] = useState(props.rows);
  switch (question) {
    case 'clear':
      return <ClearTimes rows={rows} onClose={onClose} />;
    case 'delete':
      return <DeleteSelected rows={rows} onClose={onClose} />;
  }
};

export default TeachersBulk;
