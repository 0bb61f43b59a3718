import type { CurrentUser } from '@rondo/contracts/api/account/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { currentUserQuery } from '../../api/session/session.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { FocusedHeading } from '../../ui/focused-heading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Card, EmptyPanel, FormError } from '../../ui/lists/panels.tsx';
import { fieldErrorsOf } from '../../forms/form-errors.ts';
import { NewPasswordField } from '../../forms/NewPasswordField.tsx';
import { changeProblem, type ChangeFields } from '../../forms/new-password.ts';
import { OwnPasswordField } from '../../forms/OwnPasswordField.tsx';
import { TypedField } from '../../forms/TypedField.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Section } from '../../ui/lists/section.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { commandAnswered } from '../../api/client.ts';
import { useAction } from '../../api/commands/command.ts';
import type { InputTo } from '../../api/calls.ts';

const blank: ChangeFields = { currentPassword: '', newPassword: '', confirmation: '' };

const useChangePassword = () =>
  useAction(
    (body: InputTo<'POST /api/change-password'>['body']) => commandAnswered('POST /api/change-password', { body }),
    { done: 'Password changed', failed: 'Password change failed' },
  );

/** Replaces the password. */
const PasswordForm = (props: {
  readonly email: string;
  /** @param mailed whether a mail about it is on its way */
  readonly onChanged: (mailed: boolean) => void;
}) => {
  const [problem, setProblem] = useState<string | null>(null);
  const change = useChangePassword();
  const { control, handleSubmit, setFocus } = useForm<ChangeFields>({
    defaultValues: blank,
    errors: useMemo(() => fieldErrorsOf<ChangeFields>(change.error), [change.error]),
  });
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
        <OwnPasswordField control={control} name="currentPassword" label="Current password" email={props.email} />
        <NewPasswordField control={control} name="newPassword" label="New password" />
        <TypedField
          control={control}
          name="confirmation"
          label="Confirm new password"
          type="password"
          autoComplete="new-password"
        />
        <FormError message={problem} />
        <div className="max-desk:grid">
          <Button kind="primary" type="submit" loading={change.isPending}>
            Change Password
          </Button>
        </div>
      </form>
    </Section>
  );
};

const Guest = ({ onKeep }: { readonly onKeep: () => void }) => (
  <EmptyPanel
    title="Create an account to keep this studio"
    actions={
      <Button kind="primary" onClick={onKeep}>
        Create Account
      </Button>
    }
  >
    You are using Rondo as a guest, without a password. Everything in this studio is deleted when you sign out, and at
    the end of the session.
  </EmptyPanel>
);

/** `mailed`: a mail about it is on its way. */
type Changed = { readonly mailed: boolean };

const PasswordChanged = ({ user, mailed }: Changed & { readonly user: CurrentUser }) => (
  <Card className="p-10 max-desk:px-5 max-desk:py-6">
    <FocusedHeading level={2}>Password changed</FocusedHeading>
    <p className="mt-1.5 max-w-[56ch] text-lead text-pretty wrap-anywhere text-ink-2">
      Use the new password from now on. Everyone who was signed in to your account elsewhere was signed out.
      {mailed && ` An email to ${user.email} says so, too.`}
    </p>
    <div className="mt-6 max-desk:[&>a]:w-full">
      <Link to="/schedule" className={buttonClasses('primary')}>
        Return to Schedule
      </Link>
    </div>
  </Card>
);

const Owner = ({ user }: { readonly user: CurrentUser }) => {
  const [changed, setChanged] = useState<Changed | null>(null);
  if (changed) return <PasswordChanged user={user} mailed={changed.mailed} />;
  return (
    <Card className="px-6 max-desk:px-4">
      <PasswordForm email={user.email} onChanged={(mailed) => setChanged({ mailed })} />
    </Card>
  );
};

/** A guest has no password to change. */
const ChangePasswordPage = ({ onKeep }: { readonly onKeep: () => void }) => {
  const { data: user } = useQuery(currentUserQuery);
  if (!user) return null;
  return (
    <>
      <title>Change Password - Rondo</title>
      <PageHead title="Change Password" />
      {user.isGuest ? <Guest onKeep={onKeep} /> : <Owner user={user} />}
    </>
  );
};

export default ChangePasswordPage;
