import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { lastPinDay, pinEnds } from '@rondo/contracts/lessons/pins.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { titleOf } from '../days/entry.ts';
import type { Target } from '../days/optimistic.ts';
import { timeWords } from '../entries/conflict.ts';
import { named, setPins } from './commands.ts';

/** Until when a pinned lesson keeps its time. */
export const PinDialog = (props: {
  readonly target: Target;
  readonly today: IsoDate;
  readonly onClose: () => void;
}) => {
  const { target, today, onClose } = props;
  const { row, on } = target;
  const [until, setUntil] = useState<string>(row.pin?.until ?? '');
  const [busy, setBusy] = useState(false);
  const last = lastPinDay(today);
  const isWrong = until !== '' && (until < today || until > last);
  const save = async (): Promise<void> => {
    setBusy(true);
    if (await setPins({ lessons: [named(row)], pinned: true, until: until === '' ? null : until })) onClose();
    else setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title="Keep This Time"
      subtitle={`${titleOf(row)}, ${timeWords(row, on, true)}`}
      width="narrow"
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" disabled={isWrong} loading={busy} onClick={() => void save()}>
            Keep This Time
          </Button>
        </>
      }
    >
      <TextField
        label="Until"
        type="date"
        optional
        min={today}
        max={last}
        value={until}
        onChange={({ target: field }) => setUntil(field.value)}
        hint="Plans that begin after this day may move the lesson. Leave it empty to keep the time without end."
        error={isWrong ? pinEnds : undefined}
      />
    </Dialog>
  );
};
