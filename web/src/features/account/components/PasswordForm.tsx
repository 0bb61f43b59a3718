import { useState } from 'react';
import { NewPasswordField } from '../../../forms/NewPasswordField.tsx';
import { changeProblem, type ChangeFields } from '../../../forms/new-password.ts';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/lists/panels.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { commandAnswered } from '../../../api/client.ts';
import { useAction } from '../../../api/commands/command.ts';
import type { InputTo } from '../../../api/calls.ts';

const blank: ChangeFields = { currentPassword: '', newPassword: '', confirmation: '' };

const useChangePassword = () =>
  useAction(
    (body: InputTo<'POST /api/change-password'>['body']) => commandAnswered('POST /api/change-password', { body }),
    { done: 'Password changed', failed: 'Password change failed' },
  );

/** Replaces the password. */
export const PasswordForm = (props: {
  readonly email: string;
  /** @param mailed whether a mail about it is on its way */
  readonly onChanged: (mailed: boolean) => void;
}) => {
  const [problem, setProblem] = useState<string | null>(null);
  const change = useChangePassword();
  const { control, handleSubmit, setFocus } = useForm<ChangeFields>({ defaultValues: blank });
  const submit = handleSubmit(async (values) => {
    const wrong = changeProblem(values);
    setProblem(wrong?.message.description ?? null);
    if (wrong) {
      toast({ ...wrong.message, tone: 'destructive' });
      setFocus(wrong.field);
      return;
    }
    const { currentPassword, newPassword } = values;
    const done = await change.send({ currentPassword, newPassword });
    if (done) props.onChanged(done.answer.sendsMail);
  });
  return (
    <Section title="Password" about="A new one signs out everyone who is signed in to your account elsewhere.">
      <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-md gap-4">
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={props.email} readOnly hidden />
        <TypedField
          control={control}
          name="currentPassword"
          label="Current password"
          type="password"
          autoComplete="current-password"
        />
        <NewPasswordField control={control} name="newPassword" label="New password" />
        <TypedField
          control={control}
          name="confirmation"
          label="Confirm new password"
          type="password"
          autoComplete="new-password"
        />
        <FormError message={problem ?? change.error?.message ?? null} />
        <div className="max-desk:grid">
          <Button kind="primary" type="submit" loading={change.isPending}>
            Change Password
          </Button>
        </div>
      </form>
    </Section>
  );
};
