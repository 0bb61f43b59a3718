import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { useState, type ReactNode } from 'react';
import type { Selection } from '../../../lib/selection.ts';
import { useCurrency } from '../../../api/settings.ts';
import { useStable } from '../../../lib/page/stable.ts';
import { counted } from '../../../lib/texts.ts';
import type { BulkAction } from '../../../ui/lists/bulk-bar.tsx';
import { usePhone } from '../../../ui/media.ts';
import { MorePeople, PeopleList, PeopleListLoading } from '../../../ui/lists/people-list.tsx';
import type { StudentRow } from '../roster.ts';
import { columns, titles } from './columns.ts';
import { StudentLine } from './StudentLine.tsx';

/** How many lines the list has at first, and how many are added each time the user comes near its end. */
const page = 100;
/** As many lines as a window shows. */
const inSight = { phone: 9, desk: 16 };

export const StudentList = (props: {
  readonly rows: readonly StudentRow[];
  /** The hours of the strips: the same whatever the list shows. */
  readonly hours: Interval;
  readonly selection: Selection;
  readonly actions: readonly BulkAction[];
  /** What it says when nobody is found. */
  readonly none: ReactNode;
  readonly onEdit: (row: StudentRow) => void;
  readonly onDelete: (row: StudentRow) => void;
}) => {
  const { rows, hours, selection, actions, none } = props;
  const [most, setMost] = useState(page);
  const mounted = usePhone() ? inSight.phone : inSight.desk;
  // Asked for here: every line would have an observer of its own.
  const currency = useCurrency();
  const onEdit = useStable(props.onEdit);
  const onDelete = useStable(props.onDelete);
  return (
    <PeopleList
      label="Students"
      columns={columns}
      titles={titles}
      selection={selection}
      actions={actions}
      none={rows.length === 0 ? none : undefined}
    >
      {rows.slice(0, most).map((row, at) => (
        <StudentLine
          key={row.student.id}
          row={row}
          hours={hours}
          currency={currency}
          selected={selection.ids.has(row.student.id)}
          inSight={at < mounted}
          onSelect={selection.toggle}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      ))}
      {rows.length > most && (
        <MorePeople key={most} text={counted(rows.length - most, 'more student')} onNear={() => setMost(most + page)} />
      )}
    </PeopleList>
  );
};

export const StudentListLoading = () => (
  <PeopleListLoading label="Loading students" lines={8} columns={columns} titles={titles} />
);
