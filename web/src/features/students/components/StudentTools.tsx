import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { CircleAlert } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { fetchFile } from '../../../api/files/download.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { DownloadCsvButton } from '../../../ui/download-button.tsx';
import { Figure } from '../../../ui/figures/figure.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { SelectOnDemand } from '../../../ui/fields/select-on-demand.tsx';
import type { AccountFilter } from '../families/families.ts';
import { isWithout, unassigned, type StudentRow } from '../roster.ts';

const everybody = 'all';

/** The filter that a word in the URL selects. */
export const accountFilterOf = (word: string | null): AccountFilter | null =>
  word === 'owes' || word === 'late' ? word : null;

/** Narrows down a list to one teacher. */
export const TeacherFilter = (props: {
  readonly teachers: readonly Teacher[];
  /** Null: all. */
  readonly value: string | null;
  /** Whether students without a teacher can be chosen. */
  readonly withUnassigned?: boolean;
  readonly onChange: (value: string | null) => void;
}) => (
  <SelectOnDemand
    label="Teacher"
    look="filter"
    className="max-desk:max-w-44 max-desk:shrink-0"
    value={props.value ?? everybody}
    options={[
      { value: everybody, label: 'All teachers' },
      ...(props.withUnassigned === true ? [{ value: unassigned, label: 'Unassigned' }] : []),
      ...props.teachers.map(({ id, name }) => ({ value: id, label: name })),
    ]}
    onChange={(value) => props.onChange(value === everybody ? null : value)}
  />
);

export const missingKinds = ['teacher', 'times', 'rate'] as const;
type Missing = (typeof missingKinds)[number];

const missingTexts: Readonly<Record<Missing, { readonly label: string; readonly show: string }>> = {
  teacher: { label: 'No teacher', show: 'Show the students without a teacher' },
  times: { label: 'No times', show: 'Show the students without availability' },
  rate: { label: 'No rate', show: 'Show the students without a rate' },
};

/** Narrows down the list of students. */
export const StudentTools = (props: {
  readonly teachers: readonly Teacher[];
  readonly teacher: string | null;
  readonly onTeacher: (value: string | null) => void;
  /** How many students owe something, or have something past due, and whether the list shows them alone. */
  readonly owing: {
    readonly count: number;
    readonly late: number;
    readonly only: AccountFilter | null;
    readonly onChange: (only: AccountFilter | null) => void;
  };
  readonly search: string;
  readonly onSearch: (text: string) => void;
  /** How many students lack something without which they cannot be planned or billed, and whether the list shows them alone. */
  readonly missing: readonly { readonly what: Missing; readonly count: number; readonly only: boolean }[];
  readonly onMissing: (what: Missing, only: boolean) => void;
}) => (
  <div className="flex flex-wrap justify-end gap-2 max-desk:justify-start">
    {props.missing
      .filter(({ count, only }) => count > 0 || only)
      .map(({ what, count, only }) => (
        <Button
          key={what}
          icon={CircleAlert}
          aria-pressed={only}
          title={only ? 'Show all students' : missingTexts[what].show}
          onClick={() => props.onMissing(what, !only)}
          className={cn('max-desk:order-last', only ? 'border-accent-line! bg-accent-tint!' : 'text-warn')}
        >
          {missingTexts[what].label} <span className="tabular-nums">{count}</span>
        </Button>
      ))}
    {(props.owing.count > 0 || props.owing.only !== null) && (
      <SelectOnDemand
        label="Account"
        look="filter"
        className="max-desk:order-last"
        value={props.owing.only ?? everybody}
        options={[
          { value: everybody, label: 'All accounts' },
          { value: 'owes', label: 'Owes' },
          ...(props.owing.late > 0 || props.owing.only === 'late' ? [{ value: 'late', label: 'Past due' }] : []),
        ]}
        onChange={(value) => props.owing.onChange(accountFilterOf(value))}
      />
    )}
    <div className="flex gap-2 max-desk:w-full">
      <SearchField
        label="Search students"
        value={props.search}
        onChange={props.onSearch}
        className="w-56 max-desk:w-auto max-desk:min-w-0 max-desk:grow"
      />
      <TeacherFilter teachers={props.teachers} value={props.teacher} withUnassigned onChange={props.onTeacher} />
      <DownloadCsvButton what="students" small file={() => fetchFile('GET /api/students.csv', {})} />
    </div>
  </div>
);

/** How many students the list shows, and how many of them have no weekly lesson, which is a link to those alone. */
export const StudentFigures = ({ rows }: { readonly rows: readonly StudentRow[] }) => {
  const [params] = useSearchParams();
  const isShown = params.get('lesson') === 'none';
  const to = new URLSearchParams(params);
  if (isShown) to.delete('lesson');
  else to.set('lesson', 'none');
  const unscheduled = rows.filter((row) => isWithout('lesson', row)).length;
  const pending = rows.filter((row) => row.pending).length;
  const figure = <Figure parts={[{ number: `${unscheduled}` }]} word="not scheduled" />;
  return (
    <>
      <Figure parts={[{ number: `${rows.length}` }]} word={rows.length === 1 ? 'student' : 'students'} />
      {unscheduled === 0 && !isShown ? (
        figure
      ) : (
        <Link
          to={{ search: `${to}` }}
          replace
          preventScrollReset
          aria-current={isShown || undefined}
          title={isShown ? 'Show all students' : 'Show the students without a weekly lesson'}
          className={cn(
            'relative after:absolute after:-inset-x-2 after:-inset-y-1 after:rounded-control hover:after:bg-ink/4',
            isShown && 'after:border after:border-accent-line',
          )}
        >
          {figure}
        </Link>
      )}
      {pending > 0 && <Figure parts={[{ number: `${pending}` }]} word="pending" />}
    </>
  );
};
