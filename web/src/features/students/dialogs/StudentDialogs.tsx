import { useCallback, useEffect, useState } from 'react';
import { announce } from '../../../api/commands/undo.ts';
import { lazyPanel } from '../../../lib/page/lazy.tsx';
import { useOpenRow } from '../../../lib/page/open-row.ts';
import { useSearchParam } from '../../../lib/page/search-param.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import type { useRoster } from '../queries.ts';
import { nameOf } from '../roster.ts';
import type { SavedStudent } from '../StudentDialog.tsx';
import type { OpenDialog } from './student-actions.ts';

const PlaceDialog = lazyPanel(async () => (await import('../map/PlaceDialog.tsx')).PlaceDialog);
const StudentDialog = lazyPanel(async () => (await import('../StudentDialog.tsx')).StudentDialog);
const ScheduleUpdate = lazyPanel(async () => (await import('../components/ScheduleUpdate.tsx')).ScheduleUpdate);
const AssignTeachers = lazyPanel(async () => (await import('../AssignTeachers.tsx')).AssignTeachers);
const SetRate = lazyPanel(async () => (await import('./SetRate.tsx')).SetRate);
const SetLength = lazyPanel(async () => (await import('./SetLength.tsx')).SetLength);

/** The dialogs in which students are added and changed: those in the URL, `?edit=ID` and `?place=ID`, and the one that a page opens. */
export const StudentDialogs = (props: {
  readonly roster: Pick<ReturnType<typeof useRoster>, 'rows' | 'teachers'>;
  readonly dialog: OpenDialog | null;
  readonly onClose: () => void;
}) => {
  const { dialog, onClose } = props;
  const { rows, teachers } = props.roster;
  const [editParam, setEdit] = useSearchParam('edit');
  const [placeParam, setPlace] = useSearchParam('place');
  const [saved, setSaved] = useState<SavedStudent | null>(null);
  const closeUpdate = useCallback(() => setSaved(null), []);
  const edited = useOpenRow(
    editParam,
    rows?.find(({ student }) => student.id === editParam),
  );
  const placed = useOpenRow(
    placeParam,
    rows?.find(({ student }) => student.id === placeParam),
  );
  const adding = editParam === 'new' && rows !== null;
  const isGone = editParam !== null && rows !== null && !adding && !edited;
  useEffect(() => {
    if (isGone) toast({ title: 'This student no longer exists.' });
  }, [isGone]);
  const afterSave = (student: SavedStudent): void => {
    setEdit(null);
    if (student.concernsSchedule) setSaved(student);
    else announce({ title: `${nameOf(student.student)} updated` }, student.batches);
  };
  return (
    <>
      {(adding || edited) && (
        <StudentDialog
          key={editParam}
          initial={edited ? { student: edited.student, teacherId: edited.teachers[0]?.id ?? '' } : null}
          teachers={teachers}
          onClose={() => setEdit(null)}
          onSaved={afterSave}
        />
      )}
      {dialog?.kind === 'teachers' && <AssignTeachers selected={dialog.about} teachers={teachers} onClose={onClose} />}
      {dialog?.kind === 'rate' && <SetRate selected={dialog.about} onClose={onClose} />}
      {dialog?.kind === 'length' && <SetLength selected={dialog.about} onClose={onClose} />}
      {placed && rows && (
        <PlaceDialog
          key={placeParam}
          student={placed.student}
          students={rows.map(({ student }) => student)}
          teachers={teachers}
          onClose={() => setPlace(null)}
        />
      )}
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
