import { isUnconfirmed } from '../../../api/call-failed.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { useRegister } from './commands.ts';
import { RegistrationFields, useRegistration } from './register-form.tsx';

/** Lets a guest create an account and keep the studio. */
export const KeepStudio = ({ onClose }: { readonly onClose: () => void }) => {
  const save = useRegister();
  const { control, handleSubmit, formState } = useRegistration(save.error);
  const submit = handleSubmit(async (values) => {
    if (!(await save.send(values))) return;
    toast({ title: 'Account created', description: 'Everything in your studio is kept.' });
    onClose();
  });
  return (
    <FormDialog
      open
      title="Create account"
      submit="Create Account"
      width="narrow"
      loading={save.isPending}
      // A toast says what happened; what concerns a field is at the field.
      submitError={null}
      unconfirmed={isUnconfirmed(save.error)}
      canSubmit
      dirty={formState.isDirty}
      bodyClassName="grid gap-4 p-6 max-desk:content-start max-desk:p-4"
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <p className="text-ink-2">
        You are using Rondo as a guest: everything is deleted when you sign out. Create an account to keep your studio.
      </p>
      <RegistrationFields control={control} />
    </FormDialog>
  );
};
