import { Map as MapIcon, Plus, Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lazyPanel } from '../../lib/page/lazy.tsx';
import { useSelection } from '../../lib/selection.ts';
import { useSearchParam, useTypedParam } from '../../lib/page/search-param.ts';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { confirm } from '../../ui/overlays/confirm.ts';
import { missingKinds, StudentFigures, StudentTools, TeacherFilter } from './components/StudentTools.tsx';
import { StudentsPanel } from './components/StudentsPanel.tsx';
import { useInvoicesView } from '../invoices/address.ts';
import { InvoiceFigures, InvoicesSince } from '../invoices/components/InvoiceFigures.tsx';
import { InvoiceListLoading } from '../invoices/components/InvoiceListLoading.tsx';
import { selectedAfter } from './map/map-content.ts';
import { prefetchRoster, useRoster } from './queries.ts';
import {
  filteredRows,
  isWithout,
  sortedRows,
  sortKeys,
  unassigned,
  type Lack,
  type RowOrder,
  type StudentRow,
} from './roster.ts';
import { StudentDialogs } from './dialogs/StudentDialogs.tsx';
import { studentActions, type OpenDialog } from './dialogs/student-actions.ts';
import { useStudentsTab } from './use-students-tab.ts';

export const prefetch = prefetchRoster;

/** The same people at another moment. Loaded from here, so that this page keeps what both show in its own file. */
export const loadThen = () => import('./StudentsThen.tsx');

const ImportDialog = lazyPanel(async () => (await import('./vcards/ImportDialog.tsx')).ImportDialog);
const InvoicesPanel = lazyPanel(
  async () => (await import('../invoices/InvoicesPanel.tsx')).InvoicesPanel,
  <InvoiceListLoading />,
);

/** The URL without the list's filters; together, because the second of two changes would undo the first. */
const withoutFilters = (params: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...params].filter(([name]) => !['teacher', 'q', 'rate', 'times', 'lesson'].includes(name)));

/** What the students in the list lack, as the URL says: `?times=none&rate=none`. */
const lacksIn = (params: URLSearchParams): Lack[] =>
  (['lesson', 'times', 'rate'] as const).filter((lack) => params.get(lack) === 'none');

/** `?sort=-teacher`: by teacher, from Z to A. Without it by the students' last names. */
const orderIn = (param: string | null): RowOrder => ({
  by: sortKeys.find((key) => key === param?.replace('-', '')) ?? 'student',
  descending: param?.startsWith('-') === true,
});

/** A second click on a head turns the order around. */
const sortAfter = ({ by, descending }: RowOrder, key: RowOrder['by']): string =>
  key === by && !descending ? `-${key}` : key;

const useIds = (rows: readonly StudentRow[] | null): readonly string[] =>
  useMemo(() => (rows ?? []).map(({ student }) => student.id), [rows]);

/** The Students and Invoicing tabs. */
const StudentsPage = () => {
  const [tab, setTab] = useStudentsTab();
  const [teacherParam, setTeacher] = useSearchParam('teacher');
  const [search, setSearch] = useTypedParam('q');
  const [params, setParams] = useSearchParams();
  const [, setEdit] = useSearchParam('edit');
  const [openedParam] = useSearchParam('student');
  const [mapParam, setMap] = useSearchParam('map');
  const [importParam, setImport] = useSearchParam('import');
  const roster = useRoster();
  const { rows, teachers } = roster;

  const isTeacher = teacherParam === unassigned || teachers.some(({ id }) => id === teacherParam);
  const teacher = isTeacher ? teacherParam : null;
  // Invoices have no unassigned students: whom they bill had a teacher.
  const payee = teacher === unassigned ? null : teacher;
  const [view] = useInvoicesView();
  const listing = tab === 'invoices' && view === 'recent';
  const order = orderIn(params.get('sort'));
  const { by, descending } = order;
  const filtered = useMemo(
    () => rows && sortedRows(filteredRows(rows, { teacher, search, without: lacksIn(params) }), { by, descending }),
    [rows, teacher, search, params, by, descending],
  );
  const selection = useSelection(useIds(rows), useIds(filtered));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const selected = () => ({
    rows: (rows ?? []).filter(({ student }) => selection.ids.has(student.id)),
    hidden: selection.hidden,
  });

  const change = (changed: (next: URLSearchParams) => void): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        changed(next);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const setMissing = (what: Lack, only: boolean): void =>
    change((next) => (only ? next.set(what, 'none') : next.delete(what)));
  const sortBy = (key: RowOrder['by']): void => change((next) => next.set('sort', sortAfter(order, key)));

  const showAll = (): void => {
    setSearch('');
    setParams(withoutFilters, { replace: true });
  };
  return (
    <>
      <title>Students - Rondo</title>
      <PageHead
        title="Students and Invoicing"
        subtitle={listing && <InvoicesSince teacherId={payee} />}
        figuresAtEnd={listing}
        figures={
          tab === 'students'
            ? filtered && <StudentFigures rows={filtered} />
            : listing && <InvoiceFigures teacherId={payee} />
        }
        actions={
          // The empty list has its own button; the invoices have nothing to add it to.
          tab === 'students' &&
          rows?.length !== 0 && (
            <>
              <Button
                icon={MapIcon}
                aria-expanded={mapParam !== null}
                onClick={() => setMap(mapParam === null ? 'shown' : null)}
              >
                {mapParam === null ? 'Show Map' : 'Hide Map'}
              </Button>
              <Button icon={Upload} onClick={() => setImport('vcards')}>
                Import
              </Button>
              <Button kind="primary" icon={Plus} onClick={() => setEdit('new')}>
                Add Student
              </Button>
            </>
          )
        }
      />
      <Tabs
        label="Students and invoices"
        selected={tab}
        onSelect={setTab}
        asideFits={tab === 'invoices'}
        aside={
          tab === 'students'
            ? rows !== null &&
              rows.length > 0 && (
                <StudentTools
                  teachers={teachers}
                  teacher={teacher}
                  onTeacher={setTeacher}
                  search={search}
                  onSearch={setSearch}
                  missing={missingKinds.map((what) => ({
                    what,
                    count: rows.filter((row) => isWithout(what, row)).length,
                    only: what === 'teacher' ? teacher === unassigned : params.get(what) === 'none',
                  }))}
                  onMissing={(what, only) =>
                    what === 'teacher' ? setTeacher(only ? unassigned : null) : setMissing(what, only)
                  }
                />
              )
            : teachers.length > 1 && <TeacherFilter teachers={teachers} value={payee} onChange={setTeacher} />
        }
        tabs={[
          {
            key: 'students',
            label: 'Students',
            panel: (
              <StudentsPanel
                roster={roster}
                filtered={filtered}
                onAdd={() => setEdit('new')}
                onImport={() => setImport('vcards')}
                onEdit={({ student }) => setEdit(student.id)}
                onDelete={(row) => confirm(import('./questions.tsx').then(({ deletion }) => deletion(row)))}
                selection={selection}
                order={order}
                onSort={sortBy}
                opened={openedParam}
                actions={studentActions(selected, setDialog)}
                map={
                  mapParam === null
                    ? null
                    : {
                        teachers,
                        selected: selection.ids,
                        onSelect: (id, add) => selection.replace(selectedAfter(selection.ids, id, add)),
                      }
                }
                search={search}
                onShowAll={showAll}
              />
            ),
          },
          {
            key: 'invoices',
            label: 'Invoices',
            panel: <InvoicesPanel roster={roster} teacherId={payee} />,
          },
        ]}
      />
      <StudentDialogs roster={roster} dialog={dialog} onClose={() => setDialog(null)} />
      {importParam === 'vcards' && <ImportDialog onClose={() => setImport(null)} />}
    </>
  );
};

export default StudentsPage;
