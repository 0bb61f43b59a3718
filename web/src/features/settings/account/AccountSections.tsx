import type { CurrentUser } from '@rondo/contracts/api/account/accounts.ts';
import { Sessions } from './Sessions.tsx';
import type { Theme } from '@rondo/contracts/api/studio/studio.ts';
import { useQuery } from '@tanstack/react-query';
import { Activity, Check, Mail, Moon, PencilLine, Sun, SunMoon, Trash2, TriangleAlert, Upload } from 'lucide-react';
import { Link } from 'react-router-dom';
import { preferencesQuery } from '../../../calendar/queries.ts';
import { Segments } from '../../../ui/fields/choice.tsx';
import { useChooseTheme } from '../commands.ts';
import { Section } from '../../../ui/lists/section.tsx';
import { lazy, Suspense, useState } from 'react';
import { fetchFile } from '../../../api/files/download.ts';
import { fetchIdly } from '../../../lib/page/drawn.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { DownloadButton, DownloadCsvButton } from '../../../ui/download-button.tsx';
import type { EmailConfirmation } from '@rondo/contracts/api/account/email-confirmation.ts';
import { SendLinkButton } from '../../../forms/SendLinkButton.tsx';
import { emailConfirmationQuery } from '../../../api/session/email-confirmation.ts';
import { counted } from '../../../lib/texts.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';

const Confirmation = ({ confirmation }: { readonly confirmation: EmailConfirmation }) => {
  const { email, isConfirmed, isNeeded, linkSent } = confirmation;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="font-strong wrap-anywhere">{email}</b>
        {isConfirmed && (
          <Badge tone="ok" icon={Check}>
            Confirmed
          </Badge>
        )}
        {!isConfirmed && isNeeded && (
          <Badge tone="warn" icon={TriangleAlert}>
            Not confirmed
          </Badge>
        )}
      </p>
      {!isConfirmed && isNeeded && (
        <>
          <p className="mt-2 mb-3 max-w-[64ch] text-pretty text-ink-2">
            {linkSent
              ? 'We have sent you a link. Open it within one hour and press the button on its page.'
              : 'We send you a link. Open it and press the button on its page.'}{' '}
            Until then you can use everything but sending email.
          </p>
          <SendLinkButton email={email} linkSent={linkSent} />
        </>
      )}
      {!isNeeded && (
        <p className="mt-1 max-w-[64ch] text-pretty text-ink-2">
          This server sends no email, so there is nothing to confirm.
        </p>
      )}
    </>
  );
};

const fetchDialogs = () => import('./OwnAccount.tsx');
const NameDialog = lazy(async () => ({ default: (await fetchDialogs()).NameDialog }));
const EmailDialog = lazy(async () => ({ default: (await fetchDialogs()).EmailDialog }));

/** The user's own name and address, and whether that is confirmed. */
const OwnAccount = ({ user }: { readonly user: CurrentUser }) => {
  const confirmation = useQuery(emailConfirmationQuery);
  const [editing, setEditing] = useState<'name' | 'email' | null>(null);
  const close = (): void => setEditing(null);
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <Section
      title="Account"
      about="Your name and the address with which you sign in. Email to families is sent once it is confirmed that this address is yours."
    >
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 wrap-anywhere">
          <span className="block text-small text-ink-3">Name</span>
          {name === '' ? <span className="text-ink-3">None</span> : <b className="font-strong">{name}</b>}
        </p>
        <Button icon={PencilLine} onClick={() => setEditing('name')}>
          Change Name
        </Button>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <section aria-label="Your email address" className="min-w-0">
          <span className="block text-small text-ink-3">Email</span>
          <QueryState
            query={confirmation}
            failed="Your email address did not load."
            waiting={
              <WhileLoading label="Loading your email address">
                <Skeleton className="h-6 w-48" />
              </WhileLoading>
            }
          >
            {(loaded) => <Confirmation confirmation={loaded} />}
          </QueryState>
        </section>
        <Button icon={Mail} onClick={() => setEditing('email')}>
          Change Email
        </Button>
      </div>
      <Suspense>
        {editing === 'name' && <NameDialog user={user} onClose={close} />}
        {editing === 'email' && <EmailDialog email={user.email} onClose={close} />}
      </Suspense>
    </Section>
  );
};

const fetchCode = () => import('./DeleteQuestion.tsx');
const DeleteQuestion = lazy(async () => ({ default: (await fetchCode()).DeleteQuestion }));
fetchIdly(fetchCode);
const BringInDialog = lazy(async () => ({ default: (await import('./BringInDialog.tsx')).BringInDialog }));

/** Says how much of the history a downloaded file has: an event a line. */
const sayEvents = async (file: Blob): Promise<void> => {
  const lines = (await file.text()).split('\n').length - 1;
  toast({ title: 'Your data is downloaded', description: `${counted(lines, 'event')} in studio.jsonl.` });
};

/** What the user can take along, and the end of the account. A guest ends by signing out. */
const YourData = ({ user }: { readonly user: CurrentUser }) => {
  const [asking, setAsking] = useState<'delete' | 'bring in' | null>(null);
  const close = (): void => setAsking(null);
  return (
    <Section title="Your data" about="Take it along, bring it in, or erase it.">
      <p className="mb-3 max-w-[64ch] text-pretty text-ink-2">
        “Download my data” is the studio’s whole history in one file, from which another Rondo can rebuild it. For
        spreadsheets there are students and teachers as CSV files, and the lessons of a period in the planner.{' '}
        {!user.isGuest && 'Deleting the account erases everything in its studio and cannot be undone.'}
      </p>
      <div className="flex flex-wrap gap-2 max-desk:grid">
        <DownloadButton
          name="studio.jsonl"
          failed="Your data could not be downloaded"
          file={(onBytes) => fetchFile('GET /api/studio.jsonl', {}, onBytes)}
          onSaved={sayEvents}
        >
          Download my data
        </DownloadButton>
        {!user.isGuest && (
          <Button icon={Upload} onClick={() => setAsking('bring in')}>
            Bring a studio in
          </Button>
        )}
        <DownloadCsvButton what="students" named file={() => fetchFile('GET /api/students.csv', {})} />
        <DownloadCsvButton what="teachers" named file={() => fetchFile('GET /api/teachers.csv', {})} />
        {!user.isGuest && (
          <Button kind="danger" icon={Trash2} className="desk:ml-auto" onClick={() => setAsking('delete')}>
            Delete Account
          </Button>
        )}
      </div>
      <Suspense>
        {asking === 'delete' && <DeleteQuestion email={user.email} onClose={close} />}
        {asking === 'bring in' && <BringInDialog onClose={close} />}
      </Suspense>
    </Section>
  );
};

const options = [
  { value: 'system', label: 'System', icon: SunMoon },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

/** The colors of the screens, chosen with one click. */
const Appearance = () => {
  const theme = useQuery(preferencesQuery).data?.theme ?? 'system';
  const choose = useChooseTheme();
  return (
    <Section title="Appearance" about="For your account, on every device.">
      <Segments<Theme> label="Theme" value={theme} options={options} onChange={choose} className="max-w-sm" />
    </Section>
  );
};

/** What is rarely looked at. */
const Advanced = () => (
  <Section title="Advanced" about="What the maps service was asked, and what that costs.">
    <Link to="/api-monitor" className={buttonClasses('secondary', 'normal', 'max-desk:w-full')}>
      <Activity aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      API Monitor
    </Link>
  </Section>
);

/** The end of the settings: how the screens look, the account's address, where the user is signed in, and what can be taken along or erased. */
const AccountSections = ({ user }: { readonly user: CurrentUser }) => (
  <>
    <Appearance />
    {!user.isGuest && <OwnAccount user={user} />}
    {!user.isGuest && <Sessions />}
    <Advanced />
    <YourData user={user} />
  </>
);

export default AccountSections;
