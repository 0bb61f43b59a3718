import { Plus } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { useCreateBackup } from '../commands.ts';

const nameMissing = 'Please enter a name for the backup.';
const blank = { name: '', description: '' };

/** Names the present moment. */
export const NewBackup = () => {
  const [values, setValues] = useState(blank);
  const [error, setError] = useState<string | undefined>(undefined);
  const create = useCreateBackup();
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const body = { name: values.name.trim(), description: values.description.trim() };
    if (body.name === '') {
      setError(nameMissing);
      toast({ title: 'Backup name required', description: nameMissing, tone: 'destructive' });
      return;
    }
    if (await create.send({ body })) setValues(blank);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mb-4 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-start gap-4 max-desk:grid-cols-1"
    >
      <TextField
        label="Backup name"
        placeholder="Before the winter break"
        maxLength={200}
        value={values.name}
        error={error}
        onChange={({ target }) => {
          setError(undefined);
          setValues({ ...values, name: target.value });
        }}
      />
      <TextField
        label="Description"
        optional
        maxLength={1000}
        value={values.description}
        onChange={({ target }) => setValues({ ...values, description: target.value })}
      />
      <Button icon={Plus} type="submit" loading={create.isPending} className="mt-[26px] h-10! max-desk:mt-0">
        Create
      </Button>
    </form>
  );
};
