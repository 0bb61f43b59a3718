import type { CurrentUser } from '@rondo/contracts/api/account/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { emailConfirmationQuery } from '../../../api/session/email-confirmation.ts';
import { SendLinkButton } from '../../../forms/SendLinkButton.tsx';
import { buttonClasses } from '../../../ui/button.tsx';

const Explanation = (props: { readonly title: string; readonly children: ReactNode; readonly action: ReactNode }) => (
  <div role="note" className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 rounded-block border border-line p-3">
    <TriangleAlert aria-hidden className="mt-0.5 size-4 text-warn" strokeWidth={2} />
    <div>
      <p className="font-strong">{props.title}</p>
      <p className="mt-0.5 mb-2 wrap-anywhere text-ink-2">{props.children}</p>
      {props.action}
    </div>
  </div>
);

type What = { readonly what: 'invoice' | 'statement' };

const Unconfirmed = ({ what }: What) => {
  const { data } = useQuery(emailConfirmationQuery);
  if (data === undefined || data.isConfirmed || !data.isNeeded) return null;
  return (
    <Explanation title="Confirm your email address first" action={<SendLinkButton {...data} />}>
      {data.linkSent
        ? `We have sent a link to ${data.email}. Open it within one hour, press the button on its page, and send the ${what} here.`
        : `Email to others is sent only from accounts whose address is confirmed. We send a link to ${data.email}: open it, press the button on its page, and send the ${what} here.`}
    </Explanation>
  );
};

/** What keeps a user from sending email, and what to do about it; nothing when the user may. */
export const OwnAddress = ({ user, what = 'invoice' }: Partial<What> & { readonly user: CurrentUser }) =>
  user.isGuest ? (
    <Explanation
      title="Create an account to send email"
      action={
        <Link to="/change-password" className={buttonClasses('secondary', 'small')}>
          Create an account
        </Link>
      }
    >
      Guests send no email. Everything in your studio is kept when you create an account. Until then you can download
      the {what} as a PDF file.
    </Explanation>
  ) : (
    <Unconfirmed what={what} />
  );
