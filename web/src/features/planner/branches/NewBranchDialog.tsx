import { useState } from 'react';
import { TextField } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useOpenBranch, type ListedBranch } from './commands.ts';

const now = 'now';

/** Opens a branch: from the week as it is, or from another branch. */
export default function NewBranchDialog(props: {
  readonly branches: readonly ListedBranch[];
  readonly onClose: () => void;
  readonly onOpened: (id: string) => void;
}) {
  const { branches, onClose, onOpened } = props;
  const [name, setName] = useState('');
  const [from, setFrom] = useState(now);
  const open = useOpenBranch();
  const submit = async (): Promise<void> => {
    const done = await open.send({ body: { name, ...(from === now ? {} : { from }) } });
    if (done?.answer) onOpened(done.answer.id);
    else if (done) onClose();
  };
  return (
    <FormDialog
      open
      title="New Branch"
      subtitle="A copy of your week in which things are otherwise. No one else sees it."
      submit="Open Branch"
      loading={open.isPending}
      submitError={open.error?.message ?? null}
      unconfirmed={false}
      canSubmit
      dirty={name !== ''}
      bodyClassName="grid content-start gap-4 p-6 max-desk:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={60}
        placeholder="Fridays off"
        autoComplete="off"
        data-autofocus
        onChange={({ target }) => setName(target.value)}
      />
      {branches.length > 0 && (
        <div className="grid gap-1.5">
          <span className="font-control">Begins with</span>
          <Select
            label="Begins with"
            look="field"
            value={from}
            options={[
              { value: now, label: 'The week as it is now' },
              ...branches.map(({ id, name: label }) => ({ value: id, label })),
            ]}
            onChange={setFrom}
          />
        </div>
      )}
    </FormDialog>
  );
}
