import { useQuery } from '@tanstack/react-query';
import { announce } from '../../../api/commands/undo.ts';
import { useStudents, useTeachers } from '../../../calendar/queries.ts';
import { StudentDialog } from '../../students/StudentDialog.tsx';
import { assignmentsQuery } from '../queries.ts';

/** The form of a student over the report, which is there again when it closes. */
export default function EditStudent({
  studentId,
  onClose,
}: {
  readonly studentId: string;
  readonly onClose: () => void;
}) {
  const student = useStudents().find(({ id }) => id === studentId);
  const teachers = useTeachers();
  const { data: assignments } = useQuery(assignmentsQuery);
  if (!student || !assignments) return null;
  const [first] = assignments
    .filter((one) => one.studentId === studentId)
    .toSorted((a, b) => a.preferenceRank - b.preferenceRank);
  return (
    <StudentDialog
      initial={{ student, teacherId: first?.teacherId ?? '' }}
      teachers={teachers}
      onClose={onClose}
      onSaved={({ batches }) => {
        announce({ title: `${student.name} updated`, description: 'Plan again to use it in a new report.' }, batches);
        onClose();
      }}
    />
  );
}
