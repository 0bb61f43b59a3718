import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { useEffect, useState, type ReactNode } from 'react';
import type { Selection } from '../../../lib/selection.ts';
import { useCurrency } from '../../../api/settings.ts';
import { useStable } from '../../../lib/page/stable.ts';
import { counted } from '../../../lib/texts.ts';
import type { BulkAction } from '../../../ui/lists/bulk-bar.tsx';
import { usePhone } from '../../../ui/media.ts';
import { MorePeople, PeopleList, PeopleListLoading } from '../../../ui/lists/people-list.tsx';
import { sortKeys, type RowOrder, type StudentRow } from '../roster.ts';
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
  /** Absent: by name, and it cannot be changed. */
  readonly order?: RowOrder;
  readonly onSort?: (by: RowOrder['by']) => void;
  readonly actions: readonly BulkAction[];
  /** The id of the student whose card is open when the list appears. */
  readonly opened: string | null;
  /** What it says when nobody is found. */
  readonly none: ReactNode;
  readonly onEdit: (row: StudentRow) => void;
  readonly onDelete: (row: StudentRow) => void;
}) => {
  const { rows, hours, selection, order, onSort, actions, opened, none } = props;
  const [most, setMost] = useState(() => Math.max(page, rows.findIndex(({ student }) => student.id === opened) + 1));
  useEffect(() => {
    if (opened === null) return;
    const line = document.querySelector(`[data-person="${CSS.escape(opened)}"]`);
    // After the page has taken the position of its address.
    const frame = requestAnimationFrame(() => line?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [opened]);
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
      {...(order &&
        onSort && {
          sort: {
            column: sortKeys.indexOf(order.by),
            descending: order.descending,
            onSort: (column: number) => onSort(sortKeys[column] ?? 'student'),
          },
        })}
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
          isOpened={row.student.id === opened}
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
