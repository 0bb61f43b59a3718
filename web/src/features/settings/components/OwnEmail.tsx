import type { EmailConfirmation } from '@rondo/contracts/api/email-confirmation.ts';
import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import { SendLinkButton } from '../../../forms/SendLinkButton.tsx';
import { emailConfirmationQuery } from '../../../api/email-confirmation.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { Section } from '../../../ui/lists/section.tsx';

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

/** The address of the account, and whether it is confirmed. */
export const OwnEmail = () => {
  const confirmation = useQuery(emailConfirmationQuery);
  return (
    <Section
      title="Your email address"
      about="Email to families is sent once it is confirmed that this address is yours."
    >
      <QueryState
        query={confirmation}
        failed="Your email address did not load."
        waiting={
          <WhileLoading label="Loading your email address">
            <Skeleton className="h-6" />
          </WhileLoading>
        }
      >
        {(loaded) => <Confirmation confirmation={loaded} />}
      </QueryState>
    </Section>
  );
};
