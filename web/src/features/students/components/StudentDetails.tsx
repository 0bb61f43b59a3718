import { PencilLine, Trash2 } from 'lucide-react';
import { addressLines, locationNote } from '../../../lib/address.ts';
import { AvailabilityList } from '../../../ui/availability-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Fact, factLink } from '../../../ui/facts.tsx';
import { LocationNote } from '../../../ui/location-note.tsx';
import { dateText, moneyText } from '../../../lib/texts.ts';
import type { StudentRow } from '../roster.ts';
import { NoTeacher } from './StudentLine.tsx';

const rateOf = ({ student }: StudentRow): string => {
  const { paymentType, perLessonRate, monthlyRate } = student;
  if (paymentType === 'monthly') return monthlyRate === null ? '' : `, ${moneyText(monthlyRate)} per month`;
  return perLessonRate === null ? '' : `, ${moneyText(perLessonRate)} per lesson`;
};

/** The details behind a student's row, and the actions on the student. */
export const StudentDetails = (props: {
  readonly row: StudentRow;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}) => {
  const { row, onEdit, onDelete } = props;
  const { student, teachers } = row;
  return (
    <div className="grid grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_464px] gap-x-5 pt-1 pr-3 pb-4 pl-4 max-wide:grid-cols-2 max-desk:block max-desk:pr-3.5 max-desk:pl-3.5">
      <dl className="mb-3 grid content-start gap-3">
        <Fact term="Phone">
          {student.phone === null ? (
            <span className="text-ink-3">None</span>
          ) : (
            <a href={`tel:${student.phone}`} className={cn('tabular-nums', factLink)}>
              {student.phone}
            </a>
          )}
        </Fact>
        <Fact term="Address">
          {addressLines(student).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
          <LocationNote note={locationNote(student)} />
        </Fact>
      </dl>
      <dl className="mb-3">
        <Fact term="Availability">
          <AvailabilityList windows={student.availability} />
        </Fact>
      </dl>
      <dl className="mb-3 grid content-start gap-3">
        <Fact term="Assigned teachers">
          {teachers.length > 0 ? teachers.map(({ name }) => name).join(', ') : <NoTeacher />}
        </Fact>
        <Fact term="Lesson duration">
          <span className="tabular-nums">
            {student.lessonDuration} min{rateOf(row)}
          </span>
        </Fact>
        {student.startDate !== null && <Fact term="Start date">{dateText(student.startDate)}</Fact>}
      </dl>
      <div className="col-span-full flex gap-2 pt-2 max-desk:flex-col">
        <Button icon={PencilLine} onClick={onEdit}>
          Edit Student
        </Button>
        <Button kind="danger" icon={Trash2} className="ml-auto max-desk:ml-0" onClick={onDelete}>
          Delete
        </Button>
      </div>
    </div>
  );
};
