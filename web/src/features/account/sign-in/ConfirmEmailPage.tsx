import { Link } from 'react-router-dom';
import { CallFailed } from '../../../api/call-failed.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/lists/panels.tsx';
import { PasswordScreen } from './components/PasswordScreen.tsx';
import { useChangeEmail, useConfirmEmail } from './commands.ts';

const longestToken = 200;

const InvalidLink = ({ done }: { readonly done: string }) => (
  <PasswordScreen
    title="Invalid confirmation link"
    lead={`This link has expired, was already used, or is incomplete. If you have pressed its button before, ${done}. If not, the settings send you a new link; it works for one hour.`}
    back={null}
  >
    <Link to="/settings" className={buttonClasses('primary', 'large', 'w-full')}>
      Open the settings
    </Link>
  </PasswordScreen>
);

/** The page of a link that confirms an address. Only its button does: programs that check mails open links too. */
export const ConfirmEmailPage = ({ token }: { readonly token: string }) => {
  const confirm = useConfirmEmail();
  const isRejected = confirm.error instanceof CallFailed && confirm.error.status === 400;
  if (token === '' || token.length > longestToken || isRejected)
    return <InvalidLink done="your address is confirmed" />;
  if (confirm.isSuccess)
    return (
      <PasswordScreen
        title="Email address confirmed"
        lead="Your account can send email now. Go back to the invoice that you were sending, or continue here."
        back={null}
      >
        <Link to="/" className={buttonClasses('primary', 'large', 'w-full')}>
          Continue to Rondo
        </Link>
      </PasswordScreen>
    );
  return (
    <PasswordScreen
      title="Confirm your email address"
      lead="If you requested this link, press the button: it confirms that this address is yours, and your account can then send email. If not, close this page."
      back={null}
    >
      <div className="grid gap-4">
        <FormError message={confirm.error?.message ?? null} />
        <Button
          kind="primary"
          size="large"
          className="w-full"
          loading={confirm.isPending}
          onClick={() => void confirm.send({ body: { token } })}
        >
          Confirm email address
        </Button>
      </div>
    </PasswordScreen>
  );
};

/** The page of a link to a new address. Only its button changes to it. */
export const ChangeEmailPage = ({ token }: { readonly token: string }) => {
  const change = useChangeEmail();
  const isRejected = change.error instanceof CallFailed && change.error.status === 400;
  if (token === '' || token.length > longestToken || isRejected)
    return <InvalidLink done="you sign in with this address now" />;
  if (change.isSuccess)
    return (
      <PasswordScreen
        title="Email address changed"
        lead={`Sign in with ${change.answer?.email ?? 'the new address'} from now on. Everyone who was signed in elsewhere was signed out.`}
        back={null}
      >
        <Link to="/" className={buttonClasses('primary', 'large', 'w-full')}>
          Continue to Rondo
        </Link>
      </PasswordScreen>
    );
  return (
    <PasswordScreen
      title="Change your email address"
      lead="If you requested this link, press the button: your account then has this address, and you sign in with it. If not, close this page."
      back={null}
    >
      <div className="grid gap-4">
        <FormError message={change.error?.message ?? null} />
        <Button
          kind="primary"
          size="large"
          className="w-full"
          loading={change.isPending}
          onClick={() => void change.send({ body: { token } })}
        >
          Use this email address
        </Button>
      </div>
    </PasswordScreen>
  );
};
