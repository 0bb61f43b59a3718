import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useMoment } from '../../calendar/moments/MomentFrame.tsx';
import { PeopleThen } from '../../calendar/moments/people.tsx';
import { changedNames, peopleCompared } from '../../calendar/moments/person-differences.ts';
import type { MomentRef } from '../../calendar/moments/moment-text.ts';
import { describeWeek, stripHours } from '../../lib/availability.ts';
import { byName } from '../../lib/people.ts';
import { useSelection } from '../../lib/selection.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { EmptyText } from '../../ui/lists/panels.tsx';
import { QueryState } from '../../ui/lists/query-state.tsx';
import { StudentList, StudentListLoading } from './components/StudentList.tsx';
import { useRoster } from './queries.ts';
import type { StudentRow } from './roster.ts';

const idOf = ({ student }: StudentRow): string => student.id;
const nobody: readonly string[] = [];
const never = (): void => undefined;

/** "lesson, now Thu 4:30 PM", "address". */
const changesOf = (then: StudentRow, now: StudentRow): string[] => {
  const whenOf = ({ lesson }: StudentRow): string => lesson?.when ?? 'not scheduled';
  return [
    ...(whenOf(then) === whenOf(now) ? [] : [`lesson, now ${whenOf(now)}`]),
    ...changedNames(then, now, {
      name: ({ student }) => [student.firstName, student.lastName],
      address: ({ student }) => [student.address, student.city, student.zipCode],
      phone: ({ student }) => student.phone,
      teachers: ({ teachers }) => teachers.map(({ id }) => id),
      'lesson length': ({ student }) => student.lessonDuration,
      rate: ({ student }) => [student.paymentType, student.perLessonRate, student.monthlyRate],
      availability: ({ student }) => describeWeek(student.availability),
    }),
  ];
};

const StudentsAt = ({ asOf }: MomentRef) => {
  const then = useRoster(asOf);
  const now = useRoster();
  const { rows, differences } = useMemo(() => {
    const compared = peopleCompared({ past: then.rows ?? [], present: now.rows ?? then.rows ?? [], idOf, changesOf });
    return { ...compared, rows: compared.rows.toSorted((a, b) => byName(a.student, b.student)) };
  }, [then.rows, now.rows]);
  const hours = useMemo(() => stripHours(rows.map(({ student }) => student.availability)), [rows]);
  const selection = useSelection(nobody, nobody);
  return (
    <PeopleThen
      title="Students"
      noun="student"
      counts={then.rows && now.rows && { past: then.rows.length, present: now.rows.length }}
      differences={differences}
      link={
        <Link to="/students?tab=invoices" className={buttonClasses()}>
          Invoices
        </Link>
      }
    >
      <QueryState query={then} failed="The students did not load." waiting={<StudentListLoading />}>
        {() => (
          <StudentList
            rows={rows}
            hours={hours}
            selection={selection}
            actions={[]}
            opened={null}
            none={<EmptyText title="No students">The studio had no students at this moment.</EmptyText>}
            onEdit={never}
            onDelete={never}
          />
        )}
      </QueryState>
    </PeopleThen>
  );
};

/** The students as they were at a moment, with what differs from now. Nothing can be changed. */
const StudentsThen = () => {
  const moment = useMoment();
  return moment && <StudentsAt {...moment} />;
};

export default StudentsThen;
