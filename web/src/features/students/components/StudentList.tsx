import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Selection } from '../../../lib/selection.ts';
import { useCurrency } from '../../../api/settings.ts';
import { fetchIdly } from '../../../lib/page/drawn.ts';
import { useStable } from '../../../lib/page/stable.ts';
import { counted } from '../../../lib/texts.ts';
import type { BulkAction } from '../../../ui/lists/bulk-bar.tsx';
import { usePhone } from '../../../ui/media.ts';
import { MorePeople, PeopleList, PeopleListLoading } from '../../../ui/lists/people-list.tsx';
import { sortKeys, type RowOrder, type StudentRow } from '../roster.ts';
import { listItems, noFamilies, type Families, type Item } from '../families/families.ts';
import { FamilyLine } from '../families/FamilyLine.tsx';
import { columns, lastTitle, titles } from './columns.ts';
import { loadDetails, StudentLine } from './StudentLine.tsx';

/** How many lines the list has at first, and how many are added each time the user comes near its end. */
const page = 100;
/** As many lines as a window shows. */
const inSight = { phone: 9, desk: 16 };

export const StudentList = (props: {
  readonly rows: readonly StudentRow[];
  /** Absent: the students alone. */
  readonly families?: Families;
  /** How many lessons each student is owed. */
  readonly owed?: ReadonlyMap<string, number>;
  /** Who owes most is first. */
  readonly byBalance?: boolean;
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
  const { rows, families, byBalance = false, hours, selection, order, onSort, actions, opened, none } = props;
  const items = useMemo(() => listItems(rows, families ?? noFamilies, byBalance), [rows, families, byBalance]);
  const isOpenedIn = (item: Item): boolean => item.kind !== 'family' && item.row.student.id === opened;
  const [most, setMost] = useState(() => Math.max(page, items.findIndex(isOpenedIn) + 1));
  useEffect(() => {
    if (opened === null) return;
    const line = document.querySelector(`[data-person="${CSS.escape(opened)}"]`);
    // After the page has taken the position of its address.
    const frame = requestAnimationFrame(() => line?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [opened]);
  useEffect(() => fetchIdly(loadDetails), []);
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
      last={lastTitle}
      {...(order &&
        onSort && {
          sort: {
            column: byBalance ? null : sortKeys.indexOf(order.by),
            descending: order.descending,
            onSort: (column: number) => onSort(sortKeys[column] ?? 'student'),
          },
        })}
      selection={selection}
      actions={actions}
      none={rows.length === 0 ? none : undefined}
    >
      {items
        .slice(0, most)
        .map((item, at) =>
          item.kind === 'family' ? (
            <FamilyLine
              key={item.household.id}
              household={item.household}
              members={item.members}
              account={item.account}
            />
          ) : (
            <StudentLine
              key={item.row.student.id}
              row={item.row}
              account={item.kind === 'alone' ? item.account : null}
              branch={item.kind === 'alone' ? undefined : item.isLast ? 'last' : 'inner'}
              owed={props.owed?.get(item.row.student.id) ?? 0}
              hours={hours}
              currency={currency}
              selected={selection.ids.has(item.row.student.id)}
              inSight={at < mounted}
              isOpened={item.row.student.id === opened}
              onSelect={selection.toggle}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          ),
        )}
      {items.length > most && (
        <MorePeople
          key={most}
          text={counted(items.slice(most).filter(({ kind }) => kind !== 'family').length, 'more student')}
          onNear={() => setMost(most + page)}
        />
      )}
    </PeopleList>
  );
};

export const StudentListLoading = () => (
  <PeopleListLoading label="Loading students" lines={8} columns={columns} titles={titles} last={lastTitle} />
);
