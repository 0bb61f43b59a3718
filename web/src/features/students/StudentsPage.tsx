import { Plus } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useHeld } from '../../lib/held.ts';
import { useSearchParam, useTypedParam } from '../../lib/search-param.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Figure } from '../../ui/figure.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Select } from '../../ui/select.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.tsx';
import { announce } from '../../undo/undo.ts';
import { DeleteStudent } from './components/DeleteStudent.tsx';
import { ScheduleUpdate } from './components/ScheduleUpdate.tsx';
import { StudentsPanel } from './components/StudentsPanel.tsx';
import { prefetchRoster, useRoster } from './queries.ts';
import { filteredRows, unassigned, type StudentRow } from './roster.ts';
import { StudentDialog, type SavedStudent } from './StudentDialog.tsx';
import { useStudentsTab } from './use-students-tab.ts';

export const prefetch = prefetchRoster;

const everybody = 'all';

/** The URL without the list's filters; together, because the second of two changes would undo the first. */
const withoutFilters = (params: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...params].filter(([name]) => name !== 'teacher' && name !== 'q'));

/** The Students and Invoicing tabs. */
const StudentsPage = () => {
  const [tab, setTab] = useStudentsTab();
  const [teacherParam, setTeacher] = useSearchParam('teacher');
  const [search, setSearch] = useTypedParam('q');
  const [, setParams] = useSearchParams();
  const [editParam, setEdit] = useSearchParam('edit');
  const [deleting, setDeleting] = useState<StudentRow | null>(null);
  const [saved, setSaved] = useState<SavedStudent | null>(null);
  const closeUpdate = useCallback(() => setSaved(null), []);
  const roster = useRoster();
  const { rows, teachers } = roster;

  const isTeacher = teacherParam === unassigned || teachers.some(({ id }) => id === teacherParam);
  const teacher = isTeacher ? teacherParam : null;
  const shown = rows && filteredRows(rows, { teacher, search });
  const edited = useHeld(
    editParam,
    rows?.find(({ student }) => student.id === editParam),
  );
  const adding = editParam === 'new' && rows !== null;
  const isGone = editParam !== null && rows !== null && !adding && !edited;
  useEffect(() => {
    if (isGone) toast({ title: 'This student no longer exists.' });
  }, [isGone]);

  const showAll = (): void => {
    setSearch('');
    setParams(withoutFilters, { replace: true });
  };
  const afterSave = (student: SavedStudent): void => {
    setEdit(null);
    if (student.concernsSchedule) setSaved(student);
    else announce({ title: 'Student updated' }, student.batches);
  };

  return (
    <>
      <title>Students - Rondo</title>
      <PageHead
        title="Students and Invoicing"
        figures={
          shown && (
            <>
              <Figure parts={[{ number: `${shown.length}` }]} word={shown.length === 1 ? 'student' : 'students'} />
              <Figure
                parts={[{ number: `${shown.filter(({ scheduled }) => !scheduled).length}` }]}
                word="not scheduled"
              />
            </>
          )
        }
        actions={
          // The empty list has its own button; the invoices have nothing to add it to.
          tab === 'students' &&
          rows?.length !== 0 && (
            <Button kind="primary" icon={Plus} onClick={() => setEdit('new')}>
              Add Student
            </Button>
          )
        }
      />
      <Tabs
        label="Students and invoices"
        selected={tab}
        onSelect={setTab}
        aside={
          tab === 'students' &&
          rows !== null &&
          rows.length > 0 && (
            <div className="flex gap-2">
              <SearchField
                label="Search students"
                value={search}
                onChange={setSearch}
                className="w-56 max-desk:w-auto max-desk:grow"
              />
              <Select
                label="Teacher"
                look="filter"
                value={teacher ?? everybody}
                options={[
                  { value: everybody, label: 'All teachers' },
                  { value: unassigned, label: 'Unassigned' },
                  ...teachers.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(value) => setTeacher(value === everybody ? null : value)}
              />
            </div>
          )
        }
        tabs={[
          {
            key: 'students',
            label: 'Students',
            panel: (
              <StudentsPanel
                roster={roster}
                shown={shown}
                onAdd={() => setEdit('new')}
                onEdit={({ student }) => setEdit(student.id)}
                onDelete={setDeleting}
                search={search}
                onShowAll={showAll}
              />
            ),
          },
          {
            key: 'invoices',
            label: 'Invoices',
            panel: (
              <EmptyPanel title="Invoicing comes in a later release">
                Rondo will create an invoice per student for a period, per lesson or per month, with refunds for
                cancelled lessons. It will use the rates that you enter for your students now.
              </EmptyPanel>
            ),
          },
        ]}
      />
      {(adding || edited) && (
        <StudentDialog
          key={editParam}
          given={edited ? { student: edited.student, teacherId: edited.teachers[0]?.id ?? '' } : null}
          teachers={teachers}
          onClose={() => setEdit(null)}
          onSaved={afterSave}
        />
      )}
      {deleting && <DeleteStudent row={deleting} onClose={() => setDeleting(null)} />}
      {saved && (
        <ScheduleUpdate
          saved={saved}
          onClose={closeUpdate}
          onEdit={() => {
            closeUpdate();
            setEdit(saved.student.id);
          }}
        />
      )}
    </>
  );
};

export default StudentsPage;
