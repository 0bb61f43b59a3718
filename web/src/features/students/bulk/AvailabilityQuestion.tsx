import { standardAvailability } from '@rondo/contracts/calendar/windows.ts';
import { longDayName } from '@rondo/contracts/calendar/dates.ts';
import type { ReactNode } from 'react';
import { rangeText } from '../../../lib/availability.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { useSetAvailability, type Availability } from './mutations.ts';
import type { Selected } from './question.ts';
import { HiddenNote, Who } from './Who.tsx';

const { days } = standardAvailability;
const standardHours = `${longDayName(days[0])} to ${longDayName(days[4])}, ${rangeText(standardAvailability)}`;

type Words = {
  readonly title: string;
  readonly confirm: string;
  /** @param get one student "gets", several "each get" */
  readonly what: (who: ReactNode, get: string) => ReactNode;
  readonly note: string;
};

const words: Readonly<Record<Availability, Words>> = {
  random: {
    title: 'Assign Random Availability?',
    confirm: 'Assign Random Availability',
    what: (who, get) => (
      <>
        {who} {get} two to four days from Monday to Saturday, with one window of two to four hours between 2:00 and
        9:00&nbsp;PM.
      </>
    ),
    note: 'Rondo makes these times up. They are for trying things out until you know the real ones.',
  },
  standard: {
    title: 'Assign Standard Availability?',
    confirm: 'Assign Standard Availability',
    what: (who) => (
      <>
        Availability {standardHours}, for {who}.
      </>
    ),
    note: 'You can change each student’s availability afterwards.',
  },
  none: {
    title: 'Clear Availability?',
    confirm: 'Clear Availability',
    what: (who) => <>The availability of {who} will be removed.</>,
    note: 'Lessons stay where they are. A student without availability is left out of the next plan.',
  },
};

/** Who of the selected students has availability: "one of them has", "they have". */
const ownersText = (owners: number, selected: number): string => {
  if (owners === selected) return selected === 1 ? 'the student has' : 'they have';
  return owners === 1 ? 'one of them has' : `${owners} of them have`;
};

/** Asks before the availability of the selected students is replaced. */
export const AvailabilityQuestion = (props: {
  readonly kind: Availability;
  readonly selected: Selected;
  readonly onClose: () => void;
}) => {
  const { kind, selected, onClose } = props;
  const set = useSetAvailability(kind);
  const { title, confirm, what, note } = words[kind];
  const { length: count } = selected.rows;
  const replaced = selected.rows.filter(({ student }) => student.availability.length > 0).length;
  return (
    <ConfirmDialog
      open
      title={title}
      confirm={confirm}
      danger={kind === 'none'}
      loading={set.isPending}
      onClose={onClose}
      onConfirm={() =>
        set.mutate(
          selected.rows.map(({ student }) => student.id),
          { onSettled: onClose },
        )
      }
    >
      <p>{what(<Who selected={selected} />, count === 1 ? 'gets' : 'each get')}</p>
      {kind !== 'none' && replaced > 0 && <p>This replaces the availability that {ownersText(replaced, count)} now.</p>}
      <HiddenNote selected={selected} />
      <p>{note}</p>
    </ConfirmDialog>
  );
};
