import { Route } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useMoment } from '../../calendar/moments/MomentFrame.tsx';
import { PeopleThen } from '../../calendar/moments/people.tsx';
import { changedNames, peopleCompared } from '../../calendar/moments/person-differences.ts';
import type { MomentRef } from '../../calendar/moments/moment-text.ts';
import { describeWeek } from '../../lib/availability.ts';
import { useSelection } from '../../lib/selection.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { EmptyPanel } from '../../ui/lists/panels.tsx';
import { QueryState } from '../../ui/lists/query-state.tsx';
import { TeacherList, TeacherListLoading } from './components/TeacherList.tsx';
import { useTeachers } from './queries.ts';
import type { TeacherRow } from './roster.ts';

const idOf = ({ teacher }: TeacherRow): string => teacher.id;
const nobody: readonly string[] = [];
const never = (): void => undefined;

const changesOf = (then: TeacherRow, now: TeacherRow): string[] =>
  changedNames(then, now, {
    name: ({ teacher }) => teacher.name,
    address: ({ teacher }) => [teacher.address, teacher.city, teacher.zipCode],
    phone: ({ teacher }) => teacher.phone,
    email: ({ teacher }) => teacher.email,
    students: ({ students }) => students,
    hours: ({ teacher }) => [teacher.availabilityInterpretation, describeWeek(teacher.availability)],
    'time between lessons': ({ teacher }) => teacher.minutesBetween,
  });

const TeachersAt = ({ asOf }: MomentRef) => {
  const then = useTeachers(asOf);
  const now = useTeachers();
  const { rows, differences } = useMemo(
    () => peopleCompared({ past: then.data ?? [], present: now.data ?? then.data ?? [], idOf, changesOf }),
    [then.data, now.data],
  );
  const selection = useSelection(nobody, nobody);
  return (
    <PeopleThen
      title="Teachers"
      noun="teacher"
      counts={then.data && now.data ? { past: then.data.length, present: now.data.length } : null}
      differences={differences}
      link={
        <Link to="/routes" className={buttonClasses()}>
          <Route aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
          Routes
        </Link>
      }
    >
      <QueryState query={then} failed="The teachers did not load." waiting={<TeacherListLoading />}>
        {() =>
          rows.length === 0 ? (
            <EmptyPanel title="No teachers">The studio had no teachers at this moment.</EmptyPanel>
          ) : (
            <TeacherList
              rows={rows}
              selection={selection}
              actions={[]}
              onEdit={never}
              onDelete={never}
              onSync={never}
            />
          )
        }
      </QueryState>
    </PeopleThen>
  );
};

/** The teachers as they were at a moment, with what differs from now. Nothing can be changed. */
const TeachersThen = () => {
  const moment = useMoment();
  return moment && <TeachersAt {...moment} />;
};

export default TeachersThen;
