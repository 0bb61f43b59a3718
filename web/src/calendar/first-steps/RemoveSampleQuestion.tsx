import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import type { AnswerTo } from '../../api/calls.ts';

export const RemoveSampleQuestion = (props: {
  readonly sample: AnswerTo<'GET /api/sample-studio'>;
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
