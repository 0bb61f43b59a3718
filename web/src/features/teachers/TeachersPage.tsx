import { CalendarSync, Eraser, Plus, Route, Trash2 } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/session/session.ts';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { fetchFile } from '../../api/files/download.ts';
import { useOpenRow } from '../../lib/page/open-row.ts';
import { lazyPanel } from '../../lib/page/lazy.tsx';
import { useSearchParam } from '../../lib/page/search-param.ts';
import { useSelection } from '../../lib/selection.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { DownloadCsvButton } from '../../ui/download-button.tsx';
import { GhostRows } from '../../ui/lists/ghost-rows.tsx';
import { Figure } from '../../ui/figures/figure.tsx';
import { durationParts } from '../../calendar/figures.tsx';
import { confirm } from '../../ui/overlays/confirm.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { EmptyPanel } from '../../ui/lists/panels.tsx';
import { QueryState } from '../../ui/lists/query-state.tsx';
import SampleFooter from '../../calendar/first-steps/SampleFooter.tsx';
import { SampleOffer } from '../../calendar/first-steps/SampleOffer.tsx';
import { TeacherList, TeacherListLoading } from './components/TeacherList.tsx';
import { prefetchTeachers, useTeachers } from './queries.ts';

const SyncDialog = lazyPanel(async () => (await import('../calendars/sync/SyncDialog.tsx')).default);
const TeacherDialog = lazyPanel(async () => (await import('./TeacherDialog.tsx')).TeacherDialog);
const loadQuestions = () => import('./questions.tsx');

/** The calendar parameter of the URL that shows every teacher's. */
const allCalendars = 'all';

export const prefetch = prefetchTeachers;

/** The same people at another moment. Loaded from here, so that this page keeps what both show in its own file. */
export const loadThen = () => import('./TeachersThen.tsx');

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Who teaches, and when. */
const TeachersPage = () => {
  const [editParam, setEdit] = useSearchParam('edit');
  const [syncParam, setSync] = useSearchParam('sync');
  const teachers = useTeachers();
  const user = useQuery(currentUserQuery);
  const rows = teachers.data ?? null;
  const edited = useOpenRow(
    editParam,
    rows?.find(({ teacher }) => teacher.id === editParam),
  );
  const ids = useMemo(() => (rows ?? []).map(({ teacher }) => teacher.id), [rows]);
  const selection = useSelection(ids, ids);
  const everyone = (rows ?? []).map(({ teacher }) => teacher);
  const ask = (which: 'clearingOfTimes' | 'deletionOfSelected') => (): void => {
    const selected = (rows ?? []).filter(({ teacher }) => selection.ids.has(teacher.id));
    confirm(loadQuestions().then((questions) => questions[which](selected, everyone)));
  };
  const adding = editParam === 'new' && rows !== null;
  const add = (): void => setEdit('new');
  return (
    <>
      <title>Teachers - Rondo</title>
      <PageHead
        title="Teachers"
        figures={
          rows && (
            <>
              <Figure parts={[{ number: `${rows.length}` }]} word={rows.length === 1 ? 'teacher' : 'teachers'} />
              <Figure parts={durationParts(Math.round(60 * sum(rows.map(({ hours }) => hours))))} word="a week" />
            </>
          )
        }
        actions={
          <>
            <Link to="/routes" className={buttonClasses()}>
              <Route aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
              Routes
            </Link>
            {rows !== null && rows.length > 0 && (
              <>
                <DownloadCsvButton
                  what="teachers"
                  small
                  file={() => fetchFile('GET /api/teachers.csv', {})}
                  className="max-desk:flex-none!"
                />
                <Button icon={CalendarSync} onClick={() => setSync(allCalendars)}>
                  Auto-Sync Calendar
                </Button>
              </>
            )}
            {/* The empty list has its own button. */}
            {rows?.length !== 0 && (
              <Button kind="primary" icon={Plus} onClick={add}>
                Add Teacher
              </Button>
            )}
          </>
        }
      />
      <QueryState query={teachers} failed="The teachers did not load." waiting={<TeacherListLoading />}>
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyPanel
              title="No teachers yet"
              art={<GhostRows names={['First teacher', 'Second teacher']} />}
              actions={
                <>
                  <Button kind="primary" icon={Plus} onClick={add}>
                    Add Teacher
                  </Button>
                  <SampleOffer />
                </>
              }
            >
              Add each teacher’s home address and teaching hours. Rondo needs at least one teacher before it can plan a
              week, even if that is you.
            </EmptyPanel>
          ) : (
            <>
              <TeacherList
                rows={loaded}
                selection={selection}
                actions={[
                  { label: 'Clear Times', icon: Eraser, onSelect: ask('clearingOfTimes') },
                  { label: 'Delete Selected', icon: Trash2, danger: true, onSelect: ask('deletionOfSelected') },
                ]}
                onEdit={({ teacher }) => setEdit(teacher.id)}
                onDelete={(row) => confirm(loadQuestions().then(({ deletion }) => deletion(row, everyone)))}
                onSync={({ teacher }) => setSync(teacher.id)}
              />
              <SampleFooter />
            </>
          )
        }
      </QueryState>
      {(adding || edited) && (
        <TeacherDialog
          key={editParam}
          initial={edited?.teacher ?? null}
          account={rows?.length === 0 ? (user.data ?? null) : null}
          onClose={() => setEdit(null)}
        />
      )}
      {syncParam !== null && rows !== null && (
        <SyncDialog
          value={syncParam}
          teachers={rows.map(({ teacher }) => teacher)}
          onChoose={setSync}
          onEdit={setEdit}
          onClose={() => setSync(null)}
        />
      )}
    </>
  );
};

export default TeachersPage;
