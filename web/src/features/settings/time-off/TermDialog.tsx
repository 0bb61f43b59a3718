import type { Term } from '@rondo/contracts/api/studio/terms.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useState, type SubmitEvent } from 'react';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useTermCommands } from './commands.ts';

/** Enters a term, or changes or removes one. */
export const TermDialog = (props: {
  readonly term: Term | null;
  readonly today: IsoDate;
  readonly onClose: () => void;
}) => {
  const { term, today, onClose } = props;
  const [first] = useState(() => ({
    name: term?.name ?? '',
    from: term?.from ?? today,
    to: term?.to ?? addDays(today, 120),
  }));
  const [values, setValues] = useState(first);
  const { enter, change, remove } = useTermCommands();
  const failed = (term ? (change.error ?? remove.error) : enter.error) ?? null;
  const isDirty = JSON.stringify(values) !== JSON.stringify(first);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const done = term
      ? await change.send({ params: { id: term.id }, body: { ...values, revision: term.revision } })
      : await enter.send({ body: values });
    if (done) onClose();
  };
  const removeIt = async ({ id }: Term): Promise<void> => {
    if (await remove.send({ params: { id } })) onClose();
  };
  return (
    <FormDialog
      open
      title={term ? 'Change term' : 'Add a term'}
      submit={term ? 'Save' : 'Add'}
      loading={enter.isPending || change.isPending || remove.isPending}
      submitError={failed?.message ?? null}
      unconfirmed={isUnconfirmed(failed)}
      notice={null}
      canSubmit={values.name.trim() !== '' && values.from !== '' && values.to !== '' && (term === null || isDirty)}
      dirty={isDirty}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Name"
          className="col-span-full"
          required
          maxLength={60}
          autoComplete="off"
          placeholder="Fall 2026"
          value={values.name}
          onChange={({ target }) => setValues({ ...values, name: target.value })}
        />
        <TextField
          label="First day"
          type="date"
          required
          value={values.from}
          onChange={({ target }) => setValues({ ...values, from: target.value })}
        />
        <TextField
          label="Last day"
          type="date"
          required
          min={values.from}
          value={values.to}
          onChange={({ target }) => setValues({ ...values, to: target.value })}
        />
        {term && (
          <Button kind="quiet" className="col-span-full -ml-2.5 justify-self-start" onClick={() => void removeIt(term)}>
            Remove this term
          </Button>
        )}
      </div>
    </FormDialog>
  );
};
