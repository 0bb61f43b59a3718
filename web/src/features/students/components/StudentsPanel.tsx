import { Plus, Upload } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { GhostRows } from '../../../ui/ghost-rows.tsx';
import { EmptyPanel } from '../../../ui/panels.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { SampleFooter } from '../../../first-steps/SampleFooter.tsx';
import { SampleOffer } from '../../../first-steps/SampleOffer.tsx';
import type { useRoster } from '../queries.ts';
import type { StudentRow } from '../roster.ts';
import { StudentList, StudentListLoading } from './StudentList.tsx';

/** The Students tab, in each of its states. */
export const StudentsPanel = (props: {
  readonly roster: ReturnType<typeof useRoster>;
  readonly shown: readonly StudentRow[] | null;
  readonly onAdd: () => void;
  readonly onImport: () => void;
  readonly onEdit: (row: StudentRow) => void;
  readonly onDelete: (row: StudentRow) => void;
  readonly search: string;
  readonly onShowAll: () => void;
}) => {
  const { roster, shown, search, onAdd, onImport, onEdit, onDelete, onShowAll } = props;
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
        {shown !== null && shown.length > 0 ? (
          <StudentList rows={shown} onEdit={onEdit} onDelete={onDelete} />
        ) : (
          <EmptyPanel title="No students found" actions={<Button onClick={onShowAll}>Show all students</Button>}>
            {search.trim() === ''
              ? 'No students match these filters.'
              : `No student’s name matches “${search.trim()}”.`}
          </EmptyPanel>
        )}
        <SampleFooter />
      </>
    );
  return (
    <QueryState query={roster} failed="The students did not load." waiting={<StudentListLoading />}>
      {list}
    </QueryState>
  );
};
