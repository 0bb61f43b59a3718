import type { EmailConfirmation } from '@rondo/contracts/api/account/email-confirmation.ts';
import { Mail } from 'lucide-react';
import { useCommand } from '../api/commands/command.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/lists/panels.tsx';

/** Sends the link that confirms the own address. */
export const SendLinkButton = ({ email, linkSent }: Pick<EmailConfirmation, 'email' | 'linkSent'>) => {
  const send = useCommand('POST /api/user/email-confirmation', {
    done: { title: 'Link sent', description: `To ${email}. It works for one hour.` },
    failed: null,
  });
  return (
    <>
      <Button size="small" icon={Mail} loading={send.isPending} onClick={() => void send.send({})}>
        {linkSent ? 'Send the link again' : 'Send the link'}
      </Button>
      <FormError message={send.error?.message ?? null} className="mt-2" />
    </>
  );
};
