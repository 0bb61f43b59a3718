import { ConfirmDialog } from './dialog.tsx';

const texts = {
  unsaved: {
    title: 'Discard your changes?',
    cancel: 'Keep editing',
    confirm: 'Discard',
    text: 'What you typed has not been saved.',
  },
  saving: {
    title: 'Leave while this is being saved?',
    cancel: 'Stay',
    confirm: 'Leave',
    text: 'Rondo has not answered yet. What you typed is saved if it can be; if not, it is lost.',
  },
  unconfirmed: {
    title: 'Discard your changes?',
    cancel: 'Keep editing',
    confirm: 'Discard',
    text: 'Rondo’s answer was lost: what you typed may have been saved all the same. If it was not, it is lost.',
  },
} as const;

const fateOf = ({ saving, unconfirmed }: { readonly saving: boolean; readonly unconfirmed: boolean }) => {
  if (saving) return 'saving';
  return unconfirmed ? 'unconfirmed' : 'unsaved';
};

/** Shown when leaving would drop a form with unsaved changes. */
export const DiscardQuestion = (props: {
  readonly asking: boolean;
  /** What was typed is being saved. */
  readonly saving: boolean;
  /** The answer to saving it was lost. */
  readonly unconfirmed: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
}) => {
  const { title, cancel, confirm, text } = texts[fateOf(props)];
  return (
    <ConfirmDialog
      open={props.asking}
      title={title}
      cancel={cancel}
      confirm={confirm}
      danger
      loading={false}
      onClose={props.stay}
      onConfirm={props.leave}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
};
