import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { useMemo, useState } from 'react';
import { useStreetsAccess } from '../../../calendar/maps.ts';
import { addressLines } from '../../../lib/address.ts';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import { command } from '../../../api/client.ts';
import { useAction } from '../../../api/commands/command.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import type { Place } from '../../../map/layout.ts';
import { RouteMap } from '../../../map/route-map.tsx';
import { nameOf } from '../roster.ts';
import { areaAround, countedUntilNow, landmarks, startOf, whereWords } from './place.ts';

/** Stores the pin as an edit of the student. Drives between addresses change with it, so everything is loaded again. */
const usePlaceStudent = (student: Student) =>
  useAction(
    ({ latitude, longitude }: Place) =>
      command('PUT /api/students/:id', {
        params: { id: student.id },
        body: { latitude, longitude, revision: student.revision },
      }),
    { done: `${nameOf(student)} is on the map`, failed: null, changesAll: true },
  );

const noLines = [] as const;

const PinMap = (props: {
  readonly student: Student;
  readonly start: Place;
  readonly students: readonly Student[];
  readonly teachers: readonly Teacher[];
  readonly place: Place;
  readonly onMove: (place: Place) => void;
}) => {
  const { student, start, students, teachers, place, onMove } = props;
  const streets = useStreetsAccess();
  const [around] = useState(start);
  const points = useMemo(
    () => landmarks(student, around, { students, teachers }),
    [student, around, students, teachers],
  );
  const extent = useMemo(() => areaAround(student, around), [student, around]);
  return (
    <RouteMap
      label="Place on the map"
      points={points}
      lines={noLines}
      extent={extent}
      streets={streets}
      zoom={12}
      empty=""
      notes={streets ? [] : ['North is up. Drawn to scale, without streets.']}
      pin={{ place, label: `Pin for ${nameOf(student)}, ${whereWords(student, around, place)}`, onMove }}
      className="h-[400px] rounded-card border border-line max-desk:h-[calc(100dvh-340px)] max-desk:min-h-72"
    />
  );
};

/** Where a student lives, set with a pin that is dragged or moved with the arrow keys. */
export const PlaceDialog = (props: {
  readonly student: Student;
  readonly students: readonly Student[];
  readonly teachers: readonly Teacher[];
  readonly onClose: () => void;
}) => {
  const { student, students, teachers, onClose } = props;
  const [start] = useState(() => startOf(student, teachers, students));
  const [place, setPlace] = useState<Place | null>(null);
  const saving = usePlaceStudent(student);
  return (
    <FormDialog
      open
      title={student.locationPrecision === 'exact' ? 'Move the pin' : 'Place on the map'}
      submit="Save Place"
      loading={saving.isPending}
      submitError={saving.error?.message ?? null}
      unconfirmed={isUnconfirmed(saving.error)}
      canSubmit={place !== null}
      dirty={place !== null && !saving.isSuccess}
      width="normal"
      bodyClassName="p-6 max-desk:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (place) void saving.send(place).then((done) => done && onClose());
      }}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <div>
          <p className="font-strong">{nameOf(student)}</p>
          <p className="text-ink-2">{addressLines(student).join(', ')}</p>
        </div>
        <p className="text-ink-2">
          Drag the pin to where {student.firstName || 'the student'} lives, or move it with the arrow keys (Shift takes
          larger steps). Drives are then counted to this place instead of {countedUntilNow(student)}.
        </p>
        {start ? (
          <PinMap
            student={student}
            start={start}
            students={students}
            teachers={teachers}
            place={place ?? start}
            onMove={setPlace}
          />
        ) : (
          <p className="rounded-card border border-line bg-paper p-6 text-center text-ink-3">
            Nothing is known about where this is. Add a ZIP code to the address first.
          </p>
        )}
        {start && (
          <output className="text-small text-ink-3 tabular-nums">
            {place ? whereWords(student, start, place) : 'The pin has not been moved yet.'}
          </output>
        )}
      </div>
    </FormDialog>
  );
};
