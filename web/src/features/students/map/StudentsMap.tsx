import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { PencilLine } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useStreetsAccess } from '../../../calendar/maps.ts';
import { shortAddress } from '../../../lib/address.ts';
import { Button } from '../../../ui/button.tsx';
import { InfoWindow } from '../../../map/info-window.tsx';
import { StudentSign } from '../../../map/marks.tsx';
import { RouteMap } from '../../../map/route-map.tsx';
import { nameOf, type StudentRow } from '../roster.ts';
import { legendOf, lessonWords, mapNotes, studentPoints, type Legend } from './map-content.ts';
import { PlaceButton } from './PlaceButton.tsx';

const MapLegend = ({ legend }: { readonly legend: Legend }) => (
  <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2">
    {legend.map(({ shape, text }) => (
      <li key={shape} className="flex items-center gap-1.5">
        <StudentSign shape={shape} />
        {text}
      </li>
    ))}
  </ul>
);

/** Who lives here, and what can be done. */
const StudentInfo = (props: {
  readonly row: StudentRow;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}) => {
  const { row, onEdit, onClose } = props;
  const { student } = row;
  return (
    <InfoWindow of={student.id} label={nameOf(student)} onClose={onClose}>
      <p className="font-strong break-words">{nameOf(student)}</p>
      <p className="text-small text-ink-2">{shortAddress(student)}</p>
      <p className="text-small text-ink-2">{lessonWords(row)}</p>
      <div className="mt-1 -mb-1 flex flex-wrap gap-x-2.5">
        <Button kind="quiet" size="small" icon={PencilLine} className="-ml-2.5" onClick={onEdit}>
          Edit Student
        </Button>
        <PlaceButton student={student} />
      </div>
    </InfoWindow>
  );
};

/** The students of the list where they live, with what is selected there. */
const StudentsMap = (props: {
  readonly rows: readonly StudentRow[];
  readonly teachers: readonly Teacher[];
  readonly selected: ReadonlySet<string>;
  /** A click selects one alone; with `add` it joins or leaves the others. */
  readonly onSelect: (id: string, add: boolean) => void;
  readonly onEdit: (row: StudentRow) => void;
}) => {
  const { rows, teachers, selected, onSelect, onEdit } = props;
  const streets = useStreetsAccess();
  const [openId, setOpen] = useState<string | null>(null);
  const points = useMemo(() => studentPoints(rows, teachers, selected), [rows, teachers, selected]);
  const open = rows.find(({ student }) => student.id === openId && selected.has(student.id));
  const close = useCallback(() => setOpen(null), []);
  const located = rows.filter(({ student }) => points.some(({ id }) => id === student.id)).length;
  return (
    <div className="size-full">
      <RouteMap
        label={`Map of student addresses: ${located} of ${rows.length} ${rows.length === 1 ? 'student' : 'students'}`}
        points={points}
        lines={noLines}
        streets={streets}
        zoom={10}
        withFar
        empty="None of these students’ addresses could be located."
        notes={mapNotes(rows)}
        legend={<MapLegend legend={legendOf(rows, teachers)} />}
        onSelect={(id, add) => {
          onSelect(id, add);
          setOpen(add && selected.has(id) ? null : id);
        }}
        info={
          open
            ? { id: open.student.id, content: <StudentInfo row={open} onEdit={() => onEdit(open)} onClose={close} /> }
            : null
        }
        className="size-full"
      />
    </div>
  );
};

const noLines = [] as const;

export default StudentsMap;
