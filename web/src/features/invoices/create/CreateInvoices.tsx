import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Card, ErrorPanel } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { StudentListLoading } from '../../students/components/StudentList.tsx';
import type { useRoster } from '../../students/queries.ts';
import { nameOf, type StudentRow } from '../../students/roster.ts';
import { payersOf, type Payer } from '../model/preview.ts';
import { billingRowsQuery } from '../queries.ts';
import { billingFailure, isDecided } from './billing-failure.ts';
import { ChooseStudents } from './ChooseStudents.tsx';
import { DateRange } from './DateRange.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';
import type { Creating } from './use-creating.ts';

const ofTeacher = (rows: readonly StudentRow[], teacherId: string | null): StudentRow[] =>
  rows.filter(({ teachers }) => teacherId === null || teachers.some(({ id }) => id === teacherId));

type CreateInvoicesProps = {
  readonly roster: ReturnType<typeof useRoster>;
  readonly teacherId: string | null;
  readonly creating: Creating;
  readonly onDone: (ids: readonly string[]) => void;
};

const Creation = (props: CreateInvoicesProps & { readonly students: readonly StudentRow[] }) => {
  const { roster, teacherId, creating, students, onDone } = props;
  const { ids, period, withRefunds, change } = creating;
  const rows = useQuery({
    ...billingRowsQuery(teacherId, period),
    placeholderData: keepPreviousData,
    enabled: period.from <= period.to,
  });
  const billed = new Set(rows.data?.map(({ studentId }) => studentId));
  const own = ofTeacher(students, teacherId);
  const guests = students.filter((row) => !own.includes(row) && billed.has(row.student.id));
  const payers: Payer[] = payersOf(
    [...own, ...guests].map(({ student }) => ({ student, name: nameOf(student) })),
    rows.data ?? [],
  );
  const selected = payers.filter(({ id }) => ids.has(id));
  const teacher = roster.teachers.find(({ id }) => id === teacherId) ?? null;
  const error = rows.error && rows.data === undefined && !isDecided(rows.error) && (
    <div className="mb-3">
      <ErrorPanel message={billingFailure(rows.error)} onRetry={() => void rows.refetch()} />
    </div>
  );
  if (creating.step === 'students')
    return (
      <>
        {error}
        <ChooseStudents
          payers={payers}
          selected={selected}
          known={rows.data !== undefined}
          period={period}
          onSelect={(next) => change({ ids: next })}
          onContinue={() => change({ step: 'dates' })}
        />
      </>
    );
  return (
    <>
      {error}
      <Card className="overflow-clip desk:grid desk:grid-cols-[280px_minmax(0,1fr)] wide:grid-cols-[320px_minmax(0,1fr)]">
        <DateRange
          creating={creating}
          // Lessons may have been cancelled since the rows were read.
          onRefunds={() => void rows.refetch()}
          selected={selected}
          known={rows.data !== undefined}
          of={payers.length}
          teacher={teacher?.name ?? null}
        />
        <PreviewPanel
          run={{
            teacherId,
            billingPeriodStart: period.from,
            billingPeriodEnd: period.to,
            selectedStudentIds: selected.map(({ id }) => id),
            includeRefundsSinceLastInvoice: withRefunds,
          }}
          selected={selected}
          onBack={() => change({ step: 'students' })}
          onDone={onDone}
        />
      </Card>
    </>
  );
};

/** The Create New Invoice tab: whom to bill, then which days. */
export const CreateInvoices = (props: CreateInvoicesProps) => (
  <QueryState query={props.roster} failed="The students did not load." waiting={<StudentListLoading />}>
    {(students) => <Creation {...props} students={students} />}
  </QueryState>
);
