import { weekOrder } from '@rondo/contracts/calendar/dates.ts';
import { lessonLengths } from '../../../calendar/fits/usual.ts';
import { announce } from '../../../api/commands/undo.ts';
import { useTeachers } from '../../../calendar/queries.ts';
import { editedWeek, studentDay } from '../../../lib/availability.ts';
import { StudentDialog } from '../../students/StudentDialog.tsx';
import type { Inquiry } from './commands.ts';

/** The form of a new student with what the family asked in it; the held time becomes the student's weekly lesson. */
export default function AddStudent({ inquiry, onClose }: { readonly inquiry: Inquiry; readonly onClose: () => void }) {
  const { id, firstName, email, address, zipCode, lessonDuration, availability, hold } = inquiry;
  const windows = availability.map((window) => ({ ...window, enabled: true, isPreferred: false }));
  return (
    <StudentDialog
      initial={null}
      inquiry={{
        id,
        values: {
          firstName,
          email,
          address: address === null ? zipCode : `${address}, ${zipCode}`,
          lessonDuration: lessonLengths.find((minutes) => minutes === lessonDuration) ?? 45,
          availability: editedWeek(windows, weekOrder, studentDay),
          ...(hold && { teacherId: hold.teacherId }),
        },
      }}
      teachers={useTeachers()}
      onClose={onClose}
      onSaved={({ student, batches }) => {
        announce({ title: `${student.name} is a student now` }, batches);
        onClose();
      }}
    />
  );
}
