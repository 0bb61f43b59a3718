import { Map as MapIcon, Plus, Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lazyPanel } from '../../lib/page/lazy.tsx';
import { useSelection } from '../../lib/selection.ts';
import { useSearchParam, useTypedParam } from '../../lib/page/search-param.ts';
import { Button } from '../../ui/button.tsx';
import { Figure } from '../../ui/figures/figure.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { confirm } from '../../ui/overlays/confirm.ts';
import { StudentTools, TeacherFilter } from './components/StudentTools.tsx';
import { StudentsPanel } from './components/StudentsPanel.tsx';
import { useInvoicesView } from '../invoices/address.ts';
import { InvoiceFigures, InvoicesSince } from '../invoices/components/InvoiceFigures.tsx';
import { InvoiceListLoading } from '../invoices/components/InvoiceListLoading.tsx';
import { selectedAfter } from './map/map-content.ts';
import { prefetchRoster, useRoster } from './queries.ts';
import { hasNoRate } from './rates.ts';
import { filteredRows, unassigned, type StudentRow } from './roster.ts';
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
  new URLSearchParams([...params].filter(([name]) => !['teacher', 'q', 'rate'].includes(name)));

const useIds = (rows: readonly StudentRow[] | null): readonly string[] =>
  useMemo(() => (rows ?? []).map(({ student }) => student.id), [rows]);

/** The Students and Invoicing tabs. */
const StudentsPage = () => {
  const [tab, setTab] = useStudentsTab();
  const [teacherParam, setTeacher] = useSearchParam('teacher');
  const [search, setSearch] = useTypedParam('q');
  const [rateParam, setRate] = useSearchParam('rate');
  const [, setParams] = useSearchParams();
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
  const withoutRate = rateParam === 'none';
  const filtered = useMemo(
    () => rows && filteredRows(rows, { teacher, search, withoutRate }),
    [rows, teacher, search, withoutRate],
  );
  const selection = useSelection(useIds(rows), useIds(filtered));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const selected = () => ({
    rows: (rows ?? []).filter(({ student }) => selection.ids.has(student.id)),
    hidden: selection.hidden,
  });

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
            ? filtered && (
                <>
                  <Figure
                    parts={[{ number: `${filtered.length}` }]}
                    word={filtered.length === 1 ? 'student' : 'students'}
                  />
                  <Figure
                    parts={[{ number: `${filtered.filter(({ scheduled }) => !scheduled).length}` }]}
                    word="not scheduled"
                  />
                  {filtered.some(({ pending }) => pending) && (
                    <Figure
                      parts={[{ number: `${filtered.filter(({ pending }) => pending).length}` }]}
                      word="pending"
                    />
                  )}
                </>
              )
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
                  noRate={{ count: rows.filter(({ student }) => hasNoRate(student)).length, only: withoutRate }}
                  onNoRate={(only) => setRate(only ? 'none' : null)}
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
