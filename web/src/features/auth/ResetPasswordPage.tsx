import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { CallFailed } from '../../lib/client.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.tsx';
import { PasswordScreen } from './components/PasswordScreen.tsx';
import { useResetPassword } from './mutations.ts';
import { passwordProblem } from './new-password.ts';

type Values = { newPassword: string; confirmation: string };

const ResetPasswordForm = (props: {
  readonly loading: boolean;
  readonly submitError: string | null;
  readonly onSubmit: (values: Values) => void;
}) => {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit } = useForm<Values>({ defaultValues: { newPassword: '', confirmation: '' } });
  const submit = handleSubmit((values) => {
    const wrong = passwordProblem(values.newPassword, values.confirmation);
    setProblem(wrong?.description ?? null);
    if (wrong) toast({ ...wrong, tone: 'destructive' });
    else props.onSubmit(values);
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        inputClassName="desk:h-11!"
        hint="At least 6 characters."
        {...register('newPassword')}
      />
      <TextField
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        inputClassName="desk:h-11!"
        {...register('confirmation')}
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
    lead="This link has expired, was already used, or is incomplete. Request a new one; it works for one hour."
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
        lead="Your password was changed. Please sign in with the new one."
        back={null}
      >
        <Link to="/auth" className={buttonClasses('primary', 'large', 'w-full')}>
          Sign in
        </Link>
      </PasswordScreen>
    );
  return (
    <PasswordScreen title="Reset password" lead="Choose a new password. You will be signed out everywhere else.">
      <ResetPasswordForm
        loading={reset.isPending}
        submitError={reset.error?.message ?? null}
        onSubmit={({ newPassword }) => reset.mutate({ token, newPassword })}
      />
    </PasswordScreen>
  );
};
