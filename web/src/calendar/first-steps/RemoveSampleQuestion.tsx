import type { getSampleStudio } from '@rondo/contracts/api/studio.ts';
import type { ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';

export const RemoveSampleQuestion = (props: {
  readonly sample: ResponseOf<typeof getSampleStudio>;
  readonly loading: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) => (
  <ConfirmDialog
    open
    title="Remove the sample studio?"
    confirm="Remove"
    danger
    loading={props.loading}
    onClose={props.onClose}
    onConfirm={props.onConfirm}
  >
    <p>
      Its {props.sample.students} students and {props.sample.teachers} teachers will be removed, along with their
      lessons from today on. Everything you added yourself is kept.
    </p>
  </ConfirmDialog>
);
