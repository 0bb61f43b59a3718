import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { AuthLayout } from './components/AuthLayout.tsx';
import { useGuestLogin, useRegister, useSignIn } from './commands.ts';
import { RegisterForm } from './register-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

const linkClasses =
  'font-control text-accent hover:underline max-desk:relative max-desk:z-1 max-desk:-my-3 max-desk:inline-flex max-desk:min-h-11 max-desk:items-center';

/** Sign in, create an account, or continue as a guest. */
export const AuthPage = () => {
  const [creating, setCreating] = useState(false);
  const signIn = useSignIn();
  const register = useRegister();
  const guest = useGuestLogin();
  const busy = signIn.isPending || register.isPending || guest.isPending;
  const turn = (): void => {
    signIn.reset();
    register.reset();
    setCreating(!creating);
  };
  return (
    <AuthLayout>
      <title>{creating ? 'Create account - Rondo' : 'Sign in - Rondo'}</title>
      <h1 className="mb-5 text-title font-title">{creating ? 'Create account' : 'Sign in'}</h1>
      {creating ? (
        <RegisterForm loading={busy} submitError={register.error} onSubmit={(values) => void register.send(values)} />
      ) : (
        <SignInForm
          loading={busy}
          submitError={signIn.error}
          message={null}
          onSubmit={(values) => void signIn.send(values)}
          aside={
            <Link to="/forgot-password" className={linkClasses}>
              Forgot password?
            </Link>
          }
        />
      )}
      <p className="my-5 grid grid-cols-[1fr_auto_1fr] items-center gap-3 text-small text-ink-3 before:border-t before:border-line after:border-t after:border-line">
        or
      </p>
      <Button
        size="large"
        className="w-full"
        loading={guest.isPending}
        disabled={busy}
        onClick={() => void guest.send()}
      >
        Log in as guest
      </Button>
      <p className="mt-2 text-center text-small text-balance text-ink-3">
        Try everything. All guest data is deleted at the end of the session.
      </p>
      <p className="mt-8 text-center text-ink-2 max-desk:mt-5">
        {creating ? 'Already have an account? ' : 'New to Rondo? '}
        <button type="button" className={linkClasses} disabled={busy} onClick={turn}>
          {creating ? 'Sign in' : 'Create account'}
        </button>
      </p>
    </AuthLayout>
  );
};
