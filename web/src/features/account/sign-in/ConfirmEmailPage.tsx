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

/** What a page of a link says and does. */
type LinkPageProps = {
  readonly token: string;
  readonly action: ReturnType<typeof useConfirmEmail> | ReturnType<typeof useChangeEmail>;
  /** What is so when the link was used before. */
  readonly usedBefore: string;
  readonly question: { readonly title: string; readonly lead: string; readonly button: string };
  readonly done: { readonly title: string; readonly lead: string };
};

/** The page of a link from a mail. Only its button does something: programs that check mails open links too. */
const LinkPage = ({ token, action, usedBefore, question, done }: LinkPageProps) => {
  const isRejected = action.error instanceof CallFailed && action.error.status === 400;
  if (token === '' || token.length > longestToken || isRejected) return <InvalidLink done={usedBefore} />;
  if (action.isSuccess)
    return (
      <PasswordScreen {...done} back={null}>
        <Link to="/" className={buttonClasses('primary', 'large', 'w-full')}>
          Continue to Rondo
        </Link>
      </PasswordScreen>
    );
  const { button, ...page } = question;
  return (
    <PasswordScreen {...page} back={null}>
      <div className="grid gap-4">
        <FormError message={action.error?.message ?? null} />
        <Button
          kind="primary"
          size="large"
          className="w-full"
          loading={action.isPending}
          onClick={() => void action.send({ body: { token } })}
        >
          {button}
        </Button>
      </div>
    </PasswordScreen>
  );
};

/** Confirms an address. */
export const ConfirmEmailPage = ({ token }: { readonly token: string }) => (
  <LinkPage
    token={token}
    action={useConfirmEmail()}
    usedBefore="your address is confirmed"
    question={{
      title: 'Confirm your email address',
      lead: 'If you requested this link, press the button: it confirms that this address is yours, and your account can then send email. If not, close this page.',
      button: 'Confirm email address',
    }}
    done={{
      title: 'Email address confirmed',
      lead: 'Your account can send email now. Go back to the invoice that you were sending, or continue here.',
    }}
  />
);

/** Gives an account another address. */
export const ChangeEmailPage = ({ token }: { readonly token: string }) => {
  const change = useChangeEmail();
  return (
    <LinkPage
      token={token}
      action={change}
      usedBefore="you sign in with this address now"
      question={{
        title: 'Change your email address',
        lead: 'If you requested this link, press the button: your account then has this address, and you sign in with it. If not, close this page.',
        button: 'Use this email address',
      }}
      done={{
        title: 'Email address changed',
        lead: `Sign in with ${change.answer?.email ?? 'the new address'} from now on. Everyone who was signed in elsewhere was signed out.`,
      }}
    />
  );
};
