import type { EmailConfirmation } from '@rondo/contracts/api/email-confirmation.ts';
import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { call } from '../api/client.ts';
import { invalidate } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/lists/panels.tsx';
import { toast } from '../ui/overlays/toast.tsx';

/** Sends the link that confirms the own address. */
export const SendLinkButton = ({ email, linkSent }: Pick<EmailConfirmation, 'email' | 'linkSent'>) => {
  const send = useMutation({
    mutationFn: () => call('POST /api/user/email-confirmation', {}),
    onSuccess: () => toast({ title: 'Link sent', description: `To ${email}. It works for one hour.` }),
    onSettled: () => invalidate('GET /api/user/email-confirmation'),
  });
  return (
    <>
      <Button size="small" icon={Mail} loading={send.isPending} onClick={() => send.mutate()}>
        {linkSent ? 'Send the link again' : 'Send the link'}
      </Button>
      <FormError message={send.error?.message ?? null} className="mt-2" />
    </>
  );
};
