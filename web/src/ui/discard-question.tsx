import { ConfirmDialog } from './dialog.tsx';

/** Shown when leaving would drop a form with unsaved changes. */
export const DiscardQuestion = (props: {
  readonly asking: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
}) => (
  <ConfirmDialog
    open={props.asking}
    title="Discard your changes?"
    cancel="Keep editing"
    confirm="Discard"
    danger
    loading={false}
    onClose={props.stay}
    onConfirm={props.leave}
  >
    <p>What you typed has not been saved.</p>
  </ConfirmDialog>
);
