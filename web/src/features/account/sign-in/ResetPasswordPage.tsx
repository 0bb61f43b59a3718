import { useState } from 'react';
import { Link } from 'react-router-dom';
import { NewPasswordField } from '../../../forms/NewPasswordField.tsx';
import { resetProblem, type ResetFields } from '../../../forms/new-password.ts';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { CallFailed } from '../../../api/call-failed.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/lists/panels.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { PasswordScreen } from './components/PasswordScreen.tsx';
import { useResetPassword } from './commands.ts';

const ResetPasswordForm = (props: {
  readonly loading: boolean;
  readonly submitError: string | null;
  readonly onSubmit: (values: ResetFields) => void;
}) => {
  const [problem, setProblem] = useState<string | null>(null);
  const { control, handleSubmit, setFocus } = useForm<ResetFields>({
    defaultValues: { newPassword: '', confirmation: '' },
  });
  const submit = handleSubmit((values) => {
    const wrong = resetProblem(values);
    setProblem(wrong?.message.description ?? null);
    if (!wrong) return props.onSubmit(values);
    toast({ ...wrong.message, tone: 'destructive' });
    setFocus(wrong.field);
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <NewPasswordField control={control} name="newPassword" label="New password" inputClassName="desk:h-11!" />
      <TypedField
        control={control}
        name="confirmation"
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        inputClassName="desk:h-11!"
      />
      <FormError message={problem ?? props.submitError} />
      <Button kind="primary" size="large" type="submit" className="w-full" loading={props.loading}>
        Reset Password
      </Button>
    </form>
  );
};

const InvalidLink = () => (
  <PasswordScreen
    title="Invalid Reset Link"
    lead="This link has expired, was already used, or is incomplete. If you have just set a new password with it, sign in with that one. If not, request a new link; it works for one hour."
  >
    <Link to="/forgot-password" className={buttonClasses('primary', 'large', 'w-full')}>
      Request a new link
    </Link>
  </PasswordScreen>
);

const longestToken = 200;

/** The link itself was rejected, not the password. */
const isLinkRejected = (error: Error | null): boolean =>
  error instanceof CallFailed &&
  [400, 404, 409, 410].includes(error.status) &&
  !error.problems.some(({ pointer }) => pointer === '/newPassword');

/** The page of a reset link: set a new password, once. */
export const ResetPasswordPage = ({ token }: { readonly token: string }) => {
  const reset = useResetPassword();
  if (token === '' || token.length > longestToken || isLinkRejected(reset.error)) return <InvalidLink />;
  if (reset.isSuccess)
    return (
      <PasswordScreen
        title="Password reset"
        lead="Your password was changed, and everyone who was signed in to your account was signed out. Please sign in with the new one."
        back={null}
      >
        <Link to="/auth" className={buttonClasses('primary', 'large', 'w-full')}>
          Sign in
        </Link>
      </PasswordScreen>
    );
  return (
    <PasswordScreen title="Reset password" lead="Choose a new password. You will be signed out everywhere.">
      <ResetPasswordForm
        loading={reset.isPending}
        submitError={reset.error?.message ?? null}
        onSubmit={({ newPassword }) => void reset.send({ body: { token, newPassword } })}
      />
    </PasswordScreen>
  );
};
