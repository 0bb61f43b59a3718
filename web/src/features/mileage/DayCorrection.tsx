import type { MileageDay, MileageYear } from '@rondo/contracts/api/road/mileage.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import type { DriveKind } from '@rondo/contracts/mileage/figures.ts';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Segments } from '../../ui/fields/choice.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { useCorrectDay } from './commands.ts';
import { nameOfDrive, placeInLine, tenthsOf } from './texts.ts';

type Place = MileageDay['legs'][number]['from'];

/** A drive as it is typed. `known`: its places as the day has them; a drive that is added has typed ones. */
type TypedDrive = {
  readonly key: number;
  readonly known: { readonly from: Place; readonly to: Place } | null;
  readonly from: string;
  readonly to: string;
  readonly kind: DriveKind;
  readonly distance: string;
};

const kinds = [
  { value: 'business', label: 'Business' },
  { value: 'home', label: 'Home' },
  { value: 'other', label: 'Other' },
] as const;

const mostDrives = 40;

const placeNamed = (typed: string): Place => {
  const name = typed.trim();
  return name.toLowerCase() === 'home'
    ? { kind: 'home', id: null, name: 'Home', address: '' }
    : { kind: 'other', id: null, name, address: '' };
};

const drivesOf = ({ legs }: MileageDay): TypedDrive[] =>
  legs.map(({ from, to, kind, tenths }, key) => ({
    key,
    known: { from, to },
    from: placeInLine(from),
    to: placeInLine(to),
    kind,
    distance: tenths === null ? '' : (tenths / 10).toFixed(1),
  }));

const AddedDrive = (props: {
  readonly drive: TypedDrive;
  readonly unit: MileageYear['unit'];
  readonly onChange: (change: Partial<TypedDrive>) => void;
  readonly onRemove: () => void;
}) => {
  const { drive, unit, onChange, onRemove } = props;
  const field = (label: string, name: 'from' | 'to' | 'distance') => (
    <TextField
      label={label}
      value={drive[name]}
      maxLength={200}
      inputMode={name === 'distance' ? 'decimal' : 'text'}
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  );
  return (
    <fieldset className="grid grid-cols-2 gap-3 rounded-day border border-line p-3">
      <legend className="px-1 text-small text-ink-2">Added drive</legend>
      {field('From', 'from')}
      {field('To', 'to')}
      {field(`Distance (${unit})`, 'distance')}
      <div className="flex items-end justify-end">
        <IconButton icon={X} label="Remove the added drive" onClick={onRemove} />
      </div>
      <Segments
        label="Counts as"
        className="col-span-2"
        value={drive.kind}
        options={kinds}
        onChange={(kind) => onChange({ kind })}
      />
    </fieldset>
  );
};

/** Corrects the drives of a day, with the reason: distances, drives that were not driven, and drives that are missing. */
export const DayCorrection = (props: {
  readonly day: MileageDay;
  readonly year: MileageYear;
  readonly onClose: () => void;
}) => {
  const { day, year, onClose } = props;
  const { send, isPending } = useCorrectDay();
  const [drives, setDrives] = useState(() => drivesOf(day));
  const isUnknown = day.legs.some(({ tenths }) => tenths === null);
  const firstReason = day.corrected?.reason ?? (isUnknown ? 'The distance was unknown' : '');
  const [reason, setReason] = useState(firstReason);
  const [error, setError] = useState<string | null>(null);
  const isDirty = reason !== firstReason || JSON.stringify(drives) !== JSON.stringify(drivesOf(day));
  const change = (key: number, part: Partial<TypedDrive>): void =>
    setDrives(drives.map((drive) => (drive.key === key ? { ...drive, ...part } : drive)));
  const remove = (key: number): void => setDrives(drives.filter((drive) => drive.key !== key));
  const add = (): void =>
    setDrives([
      ...drives,
      {
        key: Math.max(-1, ...drives.map(({ key }) => key), day.legs.length - 1) + 1,
        known: null,
        from: drives.at(-1)?.to ?? 'Home',
        to: '',
        kind: 'business',
        distance: '',
      },
    ]);
  const save = async (): Promise<void> => {
    if (drives.some(({ from, to }) => from.trim() === '' || to.trim() === ''))
      return setError('Enter where each drive begins and ends.');
    const distances = drives.map(({ distance }) => tenthsOf(distance));
    if (distances.includes(null)) return setError('Enter each distance from 0.0 to 999.9.');
    if (reason.trim().length < 3) return setError('Please say why.');
    setError(null);
    const legs = drives.map(({ known, from, to, kind }, i) => ({
      ...(known ?? { from: placeNamed(from), to: placeNamed(to) }),
      kind,
      tenths: distances[i] ?? 0,
    }));
    const saved = await send({
      params: { teacherId: year.teacherId, date: day.date },
      body: { legs, reason, revision: day.revision },
    });
    if (saved) onClose();
    return undefined;
  };
  return (
    <FormDialog
      open
      title={`Correct ${shortDate(day.date)}`}
      submit="Correct the day"
      width="form"
      loading={isPending}
      submitError={error}
      unconfirmed={false}
      canSubmit
      dirty={isDirty}
      bodyClassName="grid content-start gap-4 p-6 max-desk:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onClose={onClose}
    >
      {drives.map((drive) =>
        drive.known ? (
          <div key={drive.key} className="flex items-end gap-2">
            <div className="min-w-0 grow">
              <TextField
                label={`${nameOfDrive(drive.known)} (${year.unit})`}
                inputMode="decimal"
                value={drive.distance}
                onChange={({ target }) => change(drive.key, { distance: target.value })}
              />
            </div>
            <IconButton
              icon={X}
              label={`Remove the drive from ${nameOfDrive(drive.known)}`}
              onClick={() => remove(drive.key)}
            />
          </div>
        ) : (
          <AddedDrive
            key={drive.key}
            drive={drive}
            unit={year.unit}
            onChange={(part) => change(drive.key, part)}
            onRemove={() => remove(drive.key)}
          />
        ),
      )}
      {drives.length === 0 && <p className="text-ink-2">No drives on this day.</p>}
      {drives.length < mostDrives && (
        <Button className="justify-self-start" size="small" icon={Plus} onClick={add}>
          Add a drive
        </Button>
      )}
      <TextField label="Reason" value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
    </FormDialog>
  );
};
