import { resetRequest } from '@rondo/contracts/api/account/own-account.ts';
import { emailMissing } from '@rondo/contracts/api/texts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailField } from './components/EmailField.tsx';
import { FormError } from '../../../ui/lists/panels.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { PasswordScreen } from './components/PasswordScreen.tsx';
import { useForgotPassword } from './commands.ts';

type Values = { email: string };

const ForgotPasswordForm = (props: {
  readonly loading: boolean;
  readonly submitError: string | null;
  readonly onSubmit: (values: Values) => void;
}) => {
  const { control, handleSubmit, getValues } = useForm<Values>({
    resolver: zodResolver(resetRequest),
    defaultValues: { email: '' },
  });
  const submit = handleSubmit(props.onSubmit, () => {
    if (getValues('email').trim() !== '') return;
    toast({ title: 'Email required', description: emailMissing, tone: 'destructive' });
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <EmailField control={control} name="email" />
      <FormError message={props.submitError} />
      <Button kind="primary" size="large" type="submit" className="w-full" loading={props.loading}>
        Send Reset Link
      </Button>
    </form>
  );
};

/** Requests a reset link; the confirmation is the same whether or not the account exists. */
export const ForgotPasswordPage = () => {
  const send = useForgotPassword();
  if (send.isSuccess)
    return (
      <PasswordScreen
        title="Check your email"
        lead={
          send.answer?.sendsMail
            ? `If there is an account for ${send.input?.body.email}, a link to set a new password is on its way. It works for one hour.`
            : `This server sends no email. If there is an account for ${send.input?.body.email}, the message with a link to set a new password is saved as a file on the server: ask the person who runs it. The link works for one hour.`
        }
      >
        <Button size="large" className="w-full" onClick={() => send.reset()}>
          Use another email address
        </Button>
      </PasswordScreen>
    );
  return (
    <PasswordScreen title="Forgot password" lead="We’ll email you a link to set a new one.">
      <ForgotPasswordForm
        loading={send.isPending}
        submitError={send.error?.message ?? null}
        onSubmit={(values) => void send.send({ body: values })}
      />
    </PasswordScreen>
  );
};
