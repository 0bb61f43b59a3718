import { ShareButton } from '../../../calendar/sharing/ShareButton.tsx';
import { Send } from 'lucide-react';
import { changesPath, familyName } from '../../../calendar/telling.ts';
import { goTo } from '../../../lib/page/navigation.ts';
import { accountPath } from '../../../lib/paths.ts';
import { AvailabilityList } from '../../../ui/fields/availability-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Fact, factLink } from '../../../ui/lists/facts.tsx';
import { PersonDetails } from '../../../ui/lists/people-list.tsx';
import { nameOf, type StudentRow } from '../roster.ts';
import { AddressFact, LessonFacts, OriginFacts } from './student-facts.tsx';

/** The details behind a student's row, and the actions on the student. */
export const StudentDetails = (props: {
  readonly row: StudentRow;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}) => {
  const { row, onEdit, onDelete } = props;
  const { student } = row;
  return (
    <PersonDetails
      noun="Student"
      onEdit={onEdit}
      onDelete={onDelete}
      onHistory={() => goTo(`/history?student=${encodeURIComponent(student.id)}`)}
      actions={
        <>
          <ShareButton
            subscriber={{ kind: 'student', id: student.id, name: nameOf(student), shortName: student.firstName }}
          >
            Share Student Calendar
          </ShareButton>
          <Button
            icon={Send}
            className="max-desk:h-auto! max-desk:whitespace-normal!"
            onClick={() => goTo(changesPath(student.id))}
          >
            Tell {familyName(student)}
          </Button>
          <Button onClick={() => goTo(accountPath(student.id))}>Account</Button>
        </>
      }
    >
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
        <Fact term="Email">
          {student.email === null ? (
            <span className="text-ink-3">None</span>
          ) : (
            <a href={`mailto:${student.email}`} className={cn('wrap-anywhere', factLink)}>
              {student.email}
            </a>
          )}
        </Fact>
        <AddressFact student={student} />
      </dl>
      <dl className="mb-3">
        <Fact term="Availability">
          <AvailabilityList windows={student.availability} />
        </Fact>
      </dl>
      <dl className="mb-3 grid content-start gap-3">
        <LessonFacts row={row} />
        <OriginFacts student={student} />
      </dl>
    </PersonDetails>
  );
};
