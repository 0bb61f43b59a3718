import { longDayName, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';

export const ExceptionQuestion = (props: {
  readonly teacher: string;
  readonly day: DayOfWeek;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) => (
  <ConfirmDialog
    open
    title="Outside the regular availability"
    confirm="Create Exception"
    loading={props.busy}
    onClose={props.onClose}
    onConfirm={props.onConfirm}
  >
    <p>
      {props.teacher} does not usually teach on {longDayName(props.day)} at that time. An exception to the regular
      schedule will be created.
    </p>
  </ConfirmDialog>
);
