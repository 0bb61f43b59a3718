import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { PencilLine } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useStreetsAccess } from '../../../calendar/maps.ts';
import { shortAddress } from '../../../lib/address.ts';
import { Button } from '../../../ui/button.tsx';
import { InfoWindow } from '../../../map/info-window.tsx';
import { isAdding, StudentSign } from '../../../map/marks.tsx';
import { RouteMap } from '../../../map/route-map.tsx';
import { nameOf, type StudentRow } from '../roster.ts';
import { clustersOf, legendOf, lessonWords, mapNotes, studentPoints, type Legend } from './map-content.ts';
import { PlaceButton } from './PlaceButton.tsx';

const MapLegend = ({ legend }: { readonly legend: Legend }) => (
  <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2">
    {legend.map(({ of, text }) => (
      <li key={`${of?.color} ${text}`} className="flex items-center gap-1.5">
        <StudentSign of={of} />
        {text}
      </li>
    ))}
  </ul>
);

/** Who lives here, and what can be done. */
const StudentInfo = (props: {
  readonly row: StudentRow;
  /** The mark on the map: the student's, or that of the area. */
  readonly at: string;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}) => {
  const { row, at, onEdit, onClose } = props;
  const { student } = row;
  return (
    <InfoWindow of={at} label={nameOf(student)} onClose={onClose}>
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

/** Who lives somewhere in an area. */
const AreaInfo = (props: {
  readonly at: string;
  readonly title: string;
  readonly rows: readonly StudentRow[];
  readonly selected: ReadonlySet<string>;
  readonly onChoose: (id: string, add: boolean) => void;
  readonly onClose: () => void;
}) => (
  <InfoWindow of={props.at} label={props.title} onClose={props.onClose}>
    <p className="font-strong">{props.title}</p>
    <p className="text-small text-ink-2">Only the area of their addresses is known.</p>
    <ul className="mt-1 max-h-44 overflow-auto">
      {props.rows.map((row) => (
        <li key={row.student.id}>
          <Button
            kind="quiet"
            size="small"
            className="-ml-2.5 aria-pressed:bg-accent-tint"
            aria-pressed={props.selected.has(row.student.id)}
            onClick={(event) => props.onChoose(row.student.id, isAdding(event))}
          >
            {nameOf(row.student)}
          </Button>
        </li>
      ))}
    </ul>
  </InfoWindow>
);

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
  /** The mark whose window is open, and the student in it; of an area first all of them. */
  const [opened, setOpen] = useState<{ readonly at: string; readonly id: string | null } | null>(null);
  const points = useMemo(() => studentPoints(rows, teachers, selected), [rows, teachers, selected]);
  const open = rows.find(({ student }) => student.id === opened?.id && selected.has(student.id));
  const area = clustersOf(rows).find(({ id }) => id === opened?.at);
  const close = useCallback(() => setOpen(null), []);
  const located = rows.filter(({ student }) => student.latitude !== null && student.longitude !== null).length;
  const infoOf = (): ReactNode => {
    if (opened && open) return <StudentInfo row={open} at={opened.at} onEdit={() => onEdit(open)} onClose={close} />;
    if (!opened || !area || opened.id !== null) return null;
    return (
      <AreaInfo
        at={area.id}
        title={`${area.rows.length} students in ${area.area}`}
        rows={area.rows}
        selected={selected}
        onChoose={(id, add) => {
          onSelect(id, add);
          if (!add) setOpen({ at: area.id, id });
        }}
        onClose={close}
      />
    );
  };
  const info = infoOf();
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
          if (!rows.some(({ student }) => student.id === id)) return setOpen({ at: id, id: null });
          onSelect(id, add);
          setOpen(add && selected.has(id) ? null : { at: id, id });
        }}
        info={opened && info !== null ? { id: opened.at, content: info } : null}
        className="size-full"
      />
    </div>
  );
};

const noLines = [] as const;

export default StudentsMap;
