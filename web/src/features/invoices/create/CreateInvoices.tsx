import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Card, ErrorPanel } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { StudentListLoading } from '../../students/components/StudentList.tsx';
import type { useRoster } from '../../students/queries.ts';
import { nameOf, type StudentRow } from '../../students/roster.ts';
import { payersOf, type Payer, waitingRefunds } from '../model/preview.ts';
import { billingRowsQuery, familiesQuery } from '../queries.ts';
import { billingFailure, isDecided } from './billing-failure.ts';
import { ChooseStudents } from './ChooseStudents.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';
import type { Creating } from './use-creating.ts';
import { isIsoDate } from '@rondo/contracts/calendar/dates.ts';
import { Info } from 'lucide-react';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { useCurrency } from '../../../api/settings.ts';
import { counted } from '../../../lib/texts.ts';
import { useToday } from '../../../api/today.ts';
import { Segments } from '../../../ui/fields/choice.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { isSamePeriod, monthAround, monthBefore, type Period } from '../model/period.ts';
import { namesLabel } from '@rondo/contracts/people/family-name.ts';

type Usual = 'this' | 'last' | 'other';

const usualOptions = [
  { value: 'this', label: 'This month' },
  { value: 'last', label: 'Last month' },
] as const satisfies readonly { value: Usual; label: string }[];

const refundWords = (waiting: ReturnType<typeof waitingRefunds> | null, on: boolean, currency: string): string => {
  if (waiting === null) return 'Refunds lessons that were cancelled after they were billed.';
  const { count, amount } = waiting;
  if (count === 0) return 'No lesson was cancelled after it was billed.';
  const what = `${counted(count, 'lesson')} ${count === 1 ? 'was' : 'were'} cancelled after ${count === 1 ? 'it was' : 'they were'} billed: ${moneyText(-amount, currency)}.`;
  return on ? what : `${what} Off, they wait for a later invoice.`;
};

/** Step two, at the left: whom, which days, and whether to refund what was cancelled after it was billed. */
const DateRange = (props: {
  readonly creating: Creating;
  readonly withRefunds: boolean;
  /** The user asks for refunds, or no longer. */
  readonly onRefunds: () => void;
  readonly selected: readonly Payer[];
  /** What can be billed and refunded is known. */
  readonly known: boolean;
  /** How many students could be selected. */
  readonly of: number;
  readonly teacher: string | null;
}) => {
  const { creating, withRefunds, onRefunds, selected, known, of, teacher } = props;
  const { period, change } = creating;
  const today = useToday();
  const currency = useCurrency();
  const months: Readonly<Record<'this' | 'last', Period>> = { this: monthAround(today), last: monthBefore(today) };
  const usual: Usual = isSamePeriod(period, months.this)
    ? 'this'
    : isSamePeriod(period, months.last)
      ? 'last'
      : 'other';
  const set = (part: 'from' | 'to') => (date: string) => {
    if (isIsoDate(date)) change({ period: { ...period, [part]: date } });
  };
  const backward = period.to < period.from;
  return (
    <div className="flex flex-col gap-5 border-line bg-paper px-6 py-5 max-desk:border-b max-desk:px-4 max-desk:py-4 desk:border-r">
      <div>
        <h2 className="font-strong">Students</h2>
        <p className="mt-0.5 text-ink-2">
          {selected.length} of {of} students{teacher !== null && ` of ${teacher}`}
        </p>
        <p className="text-small text-ink-3">{namesLabel(selected.map(({ name }) => name))}</p>
      </div>
      <div className="grid gap-2">
        <Segments<Usual>
          label="Period"
          value={usual}
          options={usualOptions}
          onChange={(next) => change({ period: next === 'last' ? months.last : months.this })}
        />
        <div className="grid grid-cols-2 gap-2">
          <TextField
            label="From"
            type="date"
            required
            value={period.from}
            onChange={({ target }) => set('from')(target.value)}
            inputClassName="px-2! tabular-nums"
          />
          <TextField
            label="To"
            type="date"
            required
            value={period.to}
            onChange={({ target }) => set('to')(target.value)}
            inputClassName="px-2! tabular-nums"
          />
        </div>
        {backward && <p className="text-small text-bad">The period must not end before it starts.</p>}
      </div>
      <Switch
        label="Refunds since last invoice"
        checked={withRefunds}
        onChange={(checked) => {
          onRefunds();
          change({ withRefunds: checked });
        }}
      >
        {refundWords(known ? waitingRefunds(selected) : null, withRefunds, currency)}
      </Switch>
      {!backward && period.to >= today && (
        <p className="mt-auto grid grid-cols-[16px_minmax(0,1fr)] gap-3 text-small text-ink-2">
          <Info aria-hidden className="size-4" strokeWidth={1.75} />
          Lessons that are still ahead are billed too. If one is cancelled later, the next invoice refunds it.
        </p>
      )}
    </div>
  );
};

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
  const { ids, period, change } = creating;
  const { data: families = [] } = useQuery(familiesQuery);
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
  const withRefunds = creating.withRefunds ?? waitingRefunds(selected).count > 0;
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
          families={families}
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
          withRefunds={withRefunds}
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
