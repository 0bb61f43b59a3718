import { Map as MapIcon, Plus, Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { lazyPanel } from '../../lib/page/lazy.tsx';
import { selectedAfter, useSelection } from '../../lib/selection.ts';
import { useAddressParams, useSearchParam, useTypedParam } from '../../lib/page/search-param.ts';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { confirm } from '../../ui/overlays/confirm.ts';
import {
  accountFilterOf,
  missingKinds,
  StudentFigures,
  StudentTools,
  TeacherFilter,
} from './components/StudentTools.tsx';
import { loadSuggestion, StudentsPanel } from './components/StudentsPanel.tsx';
import { useInvoicesView } from '../invoices/address.ts';
import { InvoiceFigures, InvoicesSince } from '../invoices/components/InvoiceFigures.tsx';
import { InvoiceListLoading } from '../invoices/components/InvoiceListLoading.tsx';
import { owes, type AccountFilter } from './families/families.ts';
import { prefetchOwed, useOwed } from './owed/queries.ts';
import { prefetchFamilies, useFamilies } from './families/queries.ts';
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

export const prefetch = (): Promise<unknown> =>
  Promise.all([prefetchRoster(), prefetchFamilies(loadSuggestion), prefetchOwed()]);

/** The same people at another moment. Loaded from here, so that this page keeps what both show in its own file. */
export const loadThen = () => import('./StudentsThen.tsx');

const OwedFigures = lazyPanel(async () => (await import('./families/OwedFigures.tsx')).OwedFigures);
const OwedHead = lazyPanel(async () => (await import('./owed/OwedHead.tsx')).OwedHead, <div className="h-15" />);
const OwedPanel = lazyPanel(async () => (await import('./owed/OwedPanel.tsx')).OwedPanel);
const AttendancePanel = lazyPanel(async () => (await import('./attendance/AttendancePanel.tsx')).AttendancePanel);
const ImportDialog = lazyPanel(async () => (await import('./imports/ImportDialog.tsx')).ImportDialog);
const InvoicesPanel = lazyPanel(
  async () => (await import('../invoices/InvoicesPanel.tsx')).InvoicesPanel,
  <InvoiceListLoading />,
);

/** Removes the list's filters from the URL. */
const removeFilters = (params: URLSearchParams): void => {
  for (const name of ['teacher', 'q', 'rate', 'times', 'lesson', 'account']) params.delete(name);
};

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

/** The tabs of the students: their list, their invoices, the lessons that are owed to them, and who was there. */
const StudentsPage = () => {
  const owed = useOwed();
  const [chosenTab, setTab] = useStudentsTab();
  const tab = chosenTab === 'owed' && !owed.isShown ? 'students' : chosenTab;
  const [teacherParam, setTeacher] = useSearchParam('teacher');
  const [search, setSearch] = useTypedParam('q');
  const [params, changeParams] = useAddressParams();
  const [, setEdit] = useSearchParam('edit');
  const [openedParam] = useSearchParam('student');
  const [mapParam, setMap] = useSearchParam('map');
  const [importParam, setImport] = useSearchParam('import');
  const roster = useRoster();
  const known = useFamilies();
  const { families } = known;
  const account = accountFilterOf(params.get('account'));
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
    () =>
      rows &&
      sortedRows(
        filteredRows(rows, {
          teacher,
          search,
          without: lacksIn(params),
          ...(account && { only: (row: StudentRow) => owes(row, families, account) }),
        }),
        { by, descending },
      ),
    [rows, teacher, search, params, account, families, by, descending],
  );
  const selection = useSelection(useIds(rows), useIds(filtered));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const selected = () => ({
    rows: (rows ?? []).filter(({ student }) => selection.ids.has(student.id)),
    hidden: selection.hidden,
  });

  const change = (write: (next: URLSearchParams) => void): void => changeParams(write, { replace: true });
  const setMissing = (what: Lack, only: boolean): void =>
    change((next) => (only ? next.set(what, 'none') : next.delete(what)));
  /** Who owes most is first, until a head is clicked. */
  const byBalance = account !== null && params.get('sort') === null;
  const sortBy = (key: RowOrder['by']): void =>
    change((next) => next.set('sort', byBalance ? key : sortAfter(order, key)));

  const showAccounts = (only: AccountFilter | null): void =>
    change((next) => (only === null ? next.delete('account') : next.set('account', only)));

  const showAll = (): void => {
    setSearch('');
    change(removeFilters);
  };
  return (
    <>
      <title>Students - Rondo</title>
      <PageHead
        title="Students and Invoicing"
        subtitle={
          tab === 'students' ? (
            <Link
              to="/families"
              className="relative inline-flex min-h-6 items-center text-small text-accent after:absolute after:inset-x-0 after:-inset-y-2.5 hover:underline"
            >
              Families and their pages
            </Link>
          ) : (
            listing && <InvoicesSince teacherId={payee} />
          )
        }
        figuresAtEnd={listing || tab === 'owed' || (tab === 'students' && account !== null)}
        figures={
          tab === 'students'
            ? filtered &&
              (account && families.accounts.size > 0 ? (
                <OwedFigures rows={filtered} families={families} filter={account} onFilter={showAccounts} />
              ) : (
                <StudentFigures rows={filtered} />
              ))
            : tab === 'owed'
              ? owed.lessons.length > 0 && <OwedHead lessons={owed.lessons} teacherId={payee} />
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
        asideFits={tab !== 'students'}
        aside={
          tab === 'students'
            ? rows !== null &&
              rows.length > 0 && (
                <StudentTools
                  teachers={teachers}
                  teacher={teacher}
                  onTeacher={setTeacher}
                  owing={{
                    count: rows.filter((row) => owes(row, families)).length,
                    late: rows.filter((row) => owes(row, families, 'late')).length,
                    only: account,
                    onChange: showAccounts,
                  }}
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
                families={known}
                owed={owed.counts}
                byBalance={byBalance}
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
          ...(owed.isShown
            ? [
                {
                  key: 'owed' as const,
                  label: 'Owed lessons',
                  count: owed.lessons.filter(({ state }) => state === 'owed').length,
                  panel: <OwedPanel owed={owed} teachers={teachers} teacherId={payee} />,
                },
              ]
            : []),
          ...(rows?.length === 0 && tab !== 'attendance'
            ? []
            : [{ key: 'attendance' as const, label: 'Attendance', panel: <AttendancePanel teacherId={payee} /> }]),
        ]}
      />
      <StudentDialogs roster={roster} dialog={dialog} onClose={() => setDialog(null)} />
      {importParam !== null && <ImportDialog kind={importParam} onKind={setImport} />}
    </>
  );
};

export default StudentsPage;
