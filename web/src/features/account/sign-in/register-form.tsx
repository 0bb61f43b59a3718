import { zodResolver } from '@hookform/resolvers/zod';
import { registration } from '@rondo/contracts/api/account/accounts.ts';
import { useMemo } from 'react';
import type { Control } from 'react-hook-form';
import { fieldErrorsOf } from '../../../forms/form-errors.ts';
import { Button } from '../../../ui/button.tsx';
import { NewPasswordField } from '../../../forms/NewPasswordField.tsx';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { EmailField } from './components/EmailField.tsx';
import type { Registration } from './commands.ts';

const schema = registration.omit({ timeZone: true });

/** The registration form, for the sign-in screen and for a guest who keeps the studio. */
export const useRegistration = (submitError: Error | null) => {
  const serverErrors = useMemo(() => fieldErrorsOf(submitError), [submitError]);
  return useForm<Registration>({
    resolver: zodResolver(schema),
    defaultValues: { firstName: '', lastName: '', email: '', password: '' },
    errors: serverErrors,
  });
};

export const RegistrationFields = ({ control }: { readonly control: Control<Registration> }) => (
  <>
    <div className="grid grid-cols-2 gap-4">
      <TypedField
        control={control}
        name="firstName"
        label="First name"
        optional
        data-autofocus
        autoComplete="given-name"
        inputClassName="desk:h-11!"
      />
      <TypedField
        control={control}
        name="lastName"
        label="Last name"
        optional
        autoComplete="family-name"
        inputClassName="desk:h-11!"
      />
    </div>
    <EmailField control={control} name="email" />
    <NewPasswordField control={control} name="password" label="Password" inputClassName="desk:h-11!" />
  </>
);

type RegisterFormProps = {
  readonly loading: boolean;
  /** Its field errors are shown at their fields; a toast says the rest. */
  readonly submitError: Error | null;
  readonly onSubmit: (values: Registration) => void;
};

export const RegisterForm = ({ loading, submitError, onSubmit }: RegisterFormProps) => {
  const { control, handleSubmit } = useRegistration(submitError);
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <RegistrationFields control={control} />
      <Button kind="primary" size="large" type="submit" className="w-full" loading={loading}>
        Create Account
      </Button>
    </form>
  );
};
