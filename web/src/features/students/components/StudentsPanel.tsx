import { Plus, Upload } from 'lucide-react';
import { useMemo, type ComponentProps, lazy, Suspense, useRef, type ReactNode } from 'react';
import { lazyPanel } from '../../../lib/page/lazy.tsx';
import { stripHours } from '../../../lib/availability.ts';
import type { Selection } from '../../../lib/selection.ts';
import type { BulkAction } from '../../../ui/lists/bulk-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { GhostRows } from '../../../ui/lists/ghost-rows.tsx';
import { EmptyPanel, EmptyText } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { SampleOffer } from '../../../calendar/first-steps/SampleOffer.tsx';
import type { useFamilies } from '../families/queries.ts';
import type { useRoster } from '../queries.ts';
import type { RowOrder, StudentRow } from '../roster.ts';
import { StudentList, StudentListLoading } from './StudentList.tsx';
import { scrollWithin } from '../../../ui/scroll-within.ts';

const SampleFooter = lazyPanel(async () => (await import('../../../calendar/first-steps/SampleFooter.tsx')).default);
const SuggestionCard = lazyPanel(async () => (await import('../families/SuggestionCard.tsx')).SuggestionCard);

/** Loads what shows a suggestion, so that it is there with the list. */
export const loadSuggestion = () => SuggestionCard.load();

const StudentsMap = lazy(() => import('../map/StudentsMap.tsx'));

type MapProps = ComponentProps<typeof StudentsMap>;

/**
 * The list, with the map at its right while it is shown; on smaller windows above it. The list's parts give way under `data-map`. Beside the
 * map the list scrolls by itself, to whom the user selects on the map.
 */
const BesideMap = ({ map, children }: { readonly map: MapProps | null; readonly children: ReactNode }) => {
  const list = useRef<HTMLDivElement>(null);
  if (map === null) return children;
  const select: MapProps['onSelect'] = (id, add) => {
    map.onSelect(id, add);
    const row = [...(list.current?.querySelectorAll<HTMLElement>('[data-person]') ?? [])].find(
      ({ dataset }) => dataset['person'] === id,
    );
    if (list.current && row) scrollWithin(list.current, row, 'nearest', 36);
  };
  return (
    <div
      data-map
      className="grid grid-cols-[minmax(0,1fr)] gap-4 fills-height wide:grid-cols-[minmax(0,1fr)_minmax(380px,512px)] wide:grid-rows-[100%] wide:gap-0 wide:overflow-hidden wide:rounded-card wide:border wide:border-line max-wide:[&>*:last-child]:order-first"
    >
      <div ref={list} className="min-h-0 wide:overflow-auto">
        {children}
      </div>
      <div className="h-[420px] overflow-hidden border-line max-wide:rounded-card max-wide:border wide:h-full wide:border-l">
        <Suspense>
          <StudentsMap {...map} onSelect={select} />
        </Suspense>
      </div>
    </div>
  );
};

/** The Students tab, in each of its states. */
export const StudentsPanel = (props: {
  readonly roster: ReturnType<typeof useRoster>;
  readonly filtered: readonly StudentRow[] | null;
  readonly families: ReturnType<typeof useFamilies>;
  /** How many lessons each student is owed. */
  readonly owed: ReadonlyMap<string, number>;
  /** Who owes most is first. */
  readonly byBalance: boolean;
  readonly onAdd: () => void;
  readonly onImport: () => void;
  readonly onEdit: (row: StudentRow) => void;
  readonly onDelete: (row: StudentRow) => void;
  /** The map of the shown students; null while it is hidden. */
  readonly map: Omit<ComponentProps<typeof BesideMap>['map'] & object, 'rows' | 'onEdit'> | null;
  readonly selection: Selection;
  readonly order: RowOrder;
  readonly onSort: (by: RowOrder['by']) => void;
  readonly actions: readonly BulkAction[];
  readonly search: string;
  /** The student whose card is open when the list appears. */
  readonly opened: string | null;
  readonly onShowAll: () => void;
}) => {
  const { order, onSort, byBalance } = props;
  const { families, suggestion, isLoading } = props.families;
  const { roster, filtered, map, search, opened, selection, actions, onAdd, onImport, onEdit, onDelete, onShowAll } =
    props;
  const { data } = roster;
  const found = filtered ?? [];
  const hours = useMemo(() => stripHours((data ?? []).map(({ student }) => student.availability)), [data]);
  const list = (rows: readonly StudentRow[]) =>
    rows.length === 0 ? (
      <EmptyPanel
        title="No students yet"
        art={<GhostRows names={['First student', 'Second student', 'Third student']} />}
        actions={
          <>
            <Button kind="primary" icon={Plus} onClick={onAdd}>
              Add Student
            </Button>
            <Button icon={Upload} onClick={onImport}>
              Import from vCards
            </Button>
            <SampleOffer />
          </>
        }
      >
        Add the students you teach, with their address, lesson length and availability. Rondo plans your week from this.
      </EmptyPanel>
    ) : (
      <>
        {suggestion && <SuggestionCard key={suggestion.text} suggestion={suggestion} rows={rows} />}
        <BesideMap map={found.length === 0 ? null : map && { ...map, rows: found, onEdit }}>
          <StudentList
            rows={found}
            families={families}
            owed={props.owed}
            byBalance={byBalance}
            hours={hours}
            selection={selection}
            order={order}
            onSort={onSort}
            actions={actions}
            opened={opened}
            none={
              <EmptyText title="No students found" actions={<Button onClick={onShowAll}>Show all students</Button>}>
                {search.trim() === ''
                  ? 'No students match these filters.'
                  : `No student’s name matches “${search.trim()}”.`}
              </EmptyText>
            }
            onEdit={onEdit}
            onDelete={onDelete}
          />
        </BesideMap>
        {rows.some(({ student }) => student.sample) && (
          <Suspense>
            <SampleFooter />
          </Suspense>
        )}
      </>
    );
  return (
    <QueryState
      query={isLoading ? { ...roster, data: undefined } : roster}
      failed="The students did not load."
      waiting={<StudentListLoading />}
    >
      {list}
    </QueryState>
  );
};
