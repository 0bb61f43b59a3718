import { CalendarSync, ContactRound, Users, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Brand } from '../../../../ui/brand.tsx';
import { Stave } from './Stave.tsx';

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
export const AuthLayout = ({ children }: { readonly children: ReactNode }) => (
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
