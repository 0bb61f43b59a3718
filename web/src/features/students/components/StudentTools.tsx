import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { unassigned } from '../roster.ts';

const everybody = 'all';

/** Narrows down a list to one teacher. */
export const TeacherFilter = (props: {
  readonly teachers: readonly Teacher[];
  /** Null: all. */
  readonly value: string | null;
  /** Whether students without a teacher can be chosen. */
  readonly withUnassigned?: boolean;
  readonly onChange: (value: string | null) => void;
}) => (
  <Select
    label="Teacher"
    look="filter"
    value={props.value ?? everybody}
    options={[
      { value: everybody, label: 'All teachers' },
      ...(props.withUnassigned === true ? [{ value: unassigned, label: 'Unassigned' }] : []),
      ...props.teachers.map(({ id, name }) => ({ value: id, label: name })),
    ]}
    onChange={(value) => props.onChange(value === everybody ? null : value)}
  />
);

/** Narrows down the list of students. */
export const StudentTools = (props: {
  readonly teachers: readonly Teacher[];
  readonly teacher: string | null;
  readonly onTeacher: (value: string | null) => void;
  readonly search: string;
  readonly onSearch: (text: string) => void;
}) => (
  <div className="flex gap-2">
    <SearchField
      label="Search students"
      value={props.search}
      onChange={props.onSearch}
      className="w-56 max-desk:w-auto max-desk:grow"
    />
    <TeacherFilter teachers={props.teachers} value={props.teacher} withUnassigned onChange={props.onTeacher} />
  </div>
);
