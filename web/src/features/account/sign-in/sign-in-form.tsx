import { zodResolver } from '@hookform/resolvers/zod';
import { signIn } from '@rondo/contracts/api/account/accounts.ts';
import { useMemo, type ReactNode } from 'react';
import { fieldErrorsOf } from '../../../forms/form-errors.ts';
import { Button } from '../../../ui/button.tsx';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { EmailField } from './components/EmailField.tsx';
import { FormError } from '../../../ui/lists/panels.tsx';
import type { SignIn } from './commands.ts';

type SignInFormProps = {
  readonly loading: boolean;
  /** Its field errors are shown at their fields. */
  readonly submitError: Error | null;
  /** Shown above the button; null if a toast says what happened. */
  readonly message: string | null;
  /** Filled in, so that only the password is missing. */
  readonly email?: string;
  readonly onSubmit: (values: SignIn) => void;
  /** Shown next to the password's label. */
  readonly aside: ReactNode;
};

export const SignInForm = ({ loading, submitError, message, email = '', onSubmit, aside }: SignInFormProps) => {
  const serverErrors = useMemo(() => fieldErrorsOf(submitError), [submitError]);
  const { control, handleSubmit } = useForm<SignIn>({
    resolver: zodResolver(signIn),
    defaultValues: { email, password: '' },
    errors: serverErrors,
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <EmailField control={control} name="email" />
      <TypedField
        control={control}
        name="password"
        label="Password"
        data-autofocus={email === '' ? undefined : true}
        type="password"
        autoComplete="current-password"
        inputClassName="desk:h-11!"
        aside={aside}
      />
      <FormError message={message} />
      <Button kind="primary" size="large" type="submit" className="w-full" loading={loading}>
        Sign In
      </Button>
    </form>
  );
};
