import { CalendarSync } from 'lucide-react';
import { useContext } from 'react';
import { Link } from 'react-router-dom';
import { ShareButton } from '../../../calendar/sharing/ShareButton.tsx';
import { goTo } from '../../../lib/page/navigation.ts';
import { addressLines, locationNote } from '../../../lib/address.ts';
import { counted } from '../../../lib/texts.ts';
import { AvailabilityList } from '../../../ui/fields/availability-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Fact, factLink } from '../../../ui/lists/facts.tsx';
import { LocationNote } from '../../../ui/figures/location-note.tsx';
import { PastPeople } from '../../../ui/lists/past-people.ts';
import { PersonDetails } from '../../../ui/lists/people-list.tsx';
import { AutoSync } from '../../calendars/sync/AutoSync.tsx';
import { interpretations } from '../interpretation.ts';
import type { TeacherRow } from '../roster.ts';

/** The details behind a teacher's row, and the actions on the teacher. */
export const TeacherDetails = (props: {
  readonly row: TeacherRow;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onSync: () => void;
}) => {
  const { row, onEdit, onDelete, onSync } = props;
  const { teacher, students } = row;
  const isPast = useContext(PastPeople) !== null;
  const meaning = interpretations.find(({ value }) => value === teacher.availabilityInterpretation);
  return (
    <PersonDetails
      noun="Teacher"
      onEdit={onEdit}
      onDelete={onDelete}
      onHistory={() => goTo(`/history?teacher=${encodeURIComponent(teacher.id)}`)}
      actions={
        <ShareButton subscriber={{ kind: 'teacher', id: teacher.id, name: teacher.name, shortName: teacher.name }}>
          Share Calendar
        </ShareButton>
      }
    >
      <dl className="mb-3 grid content-start gap-3">
        <Fact term="Home address">
          {addressLines(teacher).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
          {teacher.address === null && (
            <span className="text-ink-3">None: drives to and from home are not counted</span>
          )}
          <LocationNote note={locationNote(teacher)} />
        </Fact>
        <Fact term="Students">
          {students === 0 ? (
            <span className="text-ink-3">None assigned</span>
          ) : isPast ? (
            counted(students, 'student')
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
      {/* Wider windows have both in the row above. */}
      <dl className="mb-3 grid content-start gap-3 desk:hidden">
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
      </dl>
      <dl className="mb-3 grid content-start gap-3">
        {teacher.calendarUrl !== null && (
          <>
            <Fact term="Calendar URL">{teacher.calendarUrl}</Fact>
            {!isPast && (
              <Fact term="Calendar synchronization">
                <div className="grid justify-items-start gap-2 pt-1">
                  <AutoSync teacherId={teacher.id} teacherName={teacher.name} />
                  <Button icon={CalendarSync} onClick={onSync}>
                    Compare
                  </Button>
                </div>
              </Fact>
            )}
          </>
        )}
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
    </PersonDetails>
  );
};
