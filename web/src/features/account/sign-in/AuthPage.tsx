import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { useGuestLogin, useRegister, useSignIn } from './commands.ts';
import { RegisterForm } from './register-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { CalendarSync, ContactRound, Users, type LucideIcon } from 'lucide-react';
import { Brand } from '../../../ui/brand.tsx';
import { Stave } from './components/Stave.tsx';

const features: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: CalendarSync,
    title: 'Calendar sync',
    text: 'Families and teachers follow the week in the calendar they already use.',
  },
  {
    icon: ContactRound,
    title: 'vCard import',
    text: 'Bring your students straight from your address book.',
  },
  {
    icon: Users,
    title: 'Multiple teachers',
    text: 'One studio, several teachers, each with their own hours and routes.',
  },
];

const Name = ({ className }: { readonly className: string }) => (
  <p className={`items-center gap-2.5 ${className}`}>
    <Brand large />
  </p>
);

/** What Rondo is on the left, the form on the right; on small screens the form comes first. */
const AuthLayout = ({ children }: { readonly children: ReactNode }) => (
  <main className="grid min-h-dvh wide:grid-cols-[minmax(0,1fr)_480px]">
    <section
      aria-label="Sign in or create an account"
      className="flex flex-col justify-center border-line bg-card px-16 py-12 max-wide:border-b max-desk:p-6 wide:order-1 wide:border-l"
    >
      <div className="max-wide:mx-auto max-wide:w-full max-wide:max-w-sm">
        <Name className="mb-7 flex wide:hidden" />
        {children}
      </div>
    </section>
    <section
      aria-label="About Rondo"
      className="relative overflow-hidden px-14 max-wide:mx-auto max-wide:w-full max-wide:max-w-xl max-wide:pt-8 max-wide:pb-10 max-desk:px-6 min-[1180px]:grid min-[1180px]:grid-cols-[minmax(0,1fr)_288px] min-[1180px]:gap-14"
    >
      <div className="flex flex-col wide:min-h-dvh wide:py-10">
        <Name className="hidden wide:flex" />
        <div className="wide:my-auto">
          <h2 className="text-balance max-wide:text-title max-wide:font-title wide:text-figure wide:font-strong">
            Every lesson in its place, every drive in between.
          </h2>
          <p className="mt-3 max-w-[40ch] text-ink-2 max-wide:mt-1.5 max-wide:max-w-none wide:text-lead">
            Lesson Scheduling &amp; Route Optimization for music teachers who drive to their students.
          </p>
          <ul className="mt-9 grid gap-[22px] max-wide:mt-5 max-wide:gap-4">
            {features.map(({ icon: Icon, title, text }) => (
              <li key={title} className="grid grid-cols-[20px_minmax(0,1fr)] gap-3.5">
                <Icon aria-hidden className="mt-0.5 size-5 text-accent" strokeWidth={1.75} />
                <div>
                  <h3 className="font-strong">{title}</h3>
                  <p className="text-ink-2">{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Stave />
    </section>
  </main>
);

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
