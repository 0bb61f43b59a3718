import { PencilLine, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { addressLines, locationNote } from '../../../lib/address.ts';
import { counted } from '../../../lib/texts.ts';
import { AvailabilityList } from '../../../ui/availability-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Fact, factLink } from '../../../ui/facts.tsx';
import { LocationNote } from '../../../ui/location-note.tsx';
import { interpretations } from '../interpretation.ts';
import type { TeacherRow } from '../roster.ts';

/** The details behind a teacher's row, and the actions on the teacher. */
export const TeacherDetails = (props: {
  readonly row: TeacherRow;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}) => {
  const { row, onEdit, onDelete } = props;
  const { teacher, students } = row;
  const meaning = interpretations.find(({ value }) => value === teacher.availabilityInterpretation);
  return (
    <div className="grid grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_464px] gap-x-5 pt-1 pr-3 pb-4 pl-4 max-wide:grid-cols-2 max-desk:block max-desk:pr-3.5 max-desk:pl-3.5">
      <dl className="mb-3 grid content-start gap-3">
        <Fact term="Home address">
          {addressLines(teacher).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
          {teacher.address === null && <span className="text-ink-3">None: drives from and to home are left out</span>}
          <LocationNote note={locationNote(teacher)} />
        </Fact>
        <Fact term="Students">
          {students === 0 ? (
            <span className="text-ink-3">None assigned</span>
          ) : (
            <Link
              to={`/students?teacher=${encodeURIComponent(teacher.id)}`}
              className={cn('font-control text-accent', factLink)}
            >
              {counted(students, 'student')}
            </Link>
          )}
        </Fact>
      </dl>
      <dl className="mb-3 grid content-start gap-3">
        <Fact term="Phone">
          <a href={`tel:${teacher.phone}`} className={cn('tabular-nums', factLink)}>
            {teacher.phone}
          </a>
        </Fact>
        <Fact term="Email">
          <a href={`mailto:${teacher.email}`} className={factLink}>
            {teacher.email}
          </a>
        </Fact>
        {teacher.calendarUrl !== null && <Fact term="Calendar URL">{teacher.calendarUrl}</Fact>}
      </dl>
      <dl className="mb-3 grid content-start gap-3">
        <Fact term="Availability">
          <AvailabilityList windows={teacher.availability} />
        </Fact>
        {meaning && (
          <Fact term="What the times mean">
            {meaning.label}: {meaning.detail}
          </Fact>
        )}
      </dl>
      <div className="col-span-full flex gap-2 pt-2 max-desk:flex-col">
        <Button icon={PencilLine} onClick={onEdit}>
          Edit Teacher
        </Button>
        <Button kind="danger" icon={Trash2} className="ml-auto max-desk:ml-0" onClick={onDelete}>
          Delete
        </Button>
      </div>
    </div>
  );
};
