import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { useMemo, useState } from 'react';
import { locationNote } from '../../lib/address.ts';
import { CallFailed } from '../../lib/client.ts';
import { fieldErrorsOf } from '../../lib/form-errors.ts';
import { toast } from '../../ui/toast.tsx';
import { useSaveTeacher } from './mutations.ts';
import { loadTeacher } from './queries.ts';
import { TeacherForm, useTeacherForm } from './teacher-form.tsx';
import { editedFields, newTeacherValues, valuesOf } from './teacher-values.ts';

const changedElsewhere =
  'This teacher was changed elsewhere meanwhile. The newest values are loaded; what you typed is kept. Please check and save again.';

const isStale = (error: unknown): boolean => error instanceof CallFailed && error.status === 412;

/** The teacher form joined to its calls. Mounted anew for every teacher. */
export const TeacherDialog = (props: {
  /** Null: a new teacher. */
  readonly given: Teacher | null;
  readonly onClose: () => void;
}) => {
  const { given, onClose } = props;
  const [before, setBefore] = useState(given);
  const [notice, setNotice] = useState<string | null>(null);
  const save = useSaveTeacher();
  const saved = useMemo(() => (before ? valuesOf(before) : newTeacherValues), [before]);
  const serverErrors = useMemo(() => fieldErrorsOf(save.error), [save.error]);
  const form = useTeacherForm(saved, serverErrors);

  /** Another window was faster: its values come in, what was typed here stays on top. */
  const reload = async (teacherId: string): Promise<void> => {
    const newest = await loadTeacher(teacherId);
    if (!newest) {
      toast({ title: 'This teacher was deleted elsewhere meanwhile.', tone: 'destructive' });
      onClose();
      return;
    }
    const typed = form.getValues();
    setBefore(newest);
    form.reset(valuesOf(newest));
    for (const name of editedFields(saved, typed))
      form.setValue(name, typed[name], { shouldDirty: true, shouldValidate: true });
    save.reset();
    setNotice(changedElsewhere);
  };

  const submit = form.handleSubmit((values) =>
    save.mutate(
      { values, before },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (before && isStale(error)) void reload(before.id);
        },
      },
    ),
  );

  return (
    <TeacherForm
      form={form}
      editing={before !== null}
      located={(before && locationNote(before))?.sentence ?? null}
      loading={save.isPending}
      submitError={save.error && !isStale(save.error) ? save.error.message : null}
      notice={notice}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    />
  );
};
