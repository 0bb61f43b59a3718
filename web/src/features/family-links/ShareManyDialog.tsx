import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/session/session.ts';
import { mailSetupQuery, useShareMany } from '../../calendar/sharing/commands.ts';
import { counted } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { Recipient } from './commands.ts';
import { handedInWords } from './words.ts';

/** Shares the pages of all who have no link: by mail where the server sends mail and knows an address, else to be handed over. */
export const ShareManyDialog = (props: { readonly recipients: readonly Recipient[]; readonly onClose: () => void }) => {
  const { recipients, onClose } = props;
  const { data: setup } = useQuery(mailSetupQuery);
  const { data: user } = useQuery(currentUserQuery);
  const { send, isPending } = useShareMany(onClose);
  const sendsMail = setup?.sends === true && user?.isGuest === false;
  const isReached = ({ email, mail }: Recipient): boolean =>
    email !== null && mail.refused === null && !mail.stopped.includes('all');
  const mailed = sendsMail ? recipients.filter((one) => isReached(one)) : [];
  const handed = recipients.filter((one) => !mailed.includes(one));
  return (
    <Dialog
      open
      onClose={onClose}
      width="form"
      title={`Share ${counted(recipients.length, 'page')}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            loading={isPending}
            disabled={setup === undefined}
            onClick={() => void send({ mailed, handed })}
          >
            {mailed.length > 0 ? `Send ${counted(mailed.length, 'link')}` : `Make ${counted(handed.length, 'link')}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {mailed.length > 0 && (
          <p>
            {mailed.length === 1 ? `${mailed[0]?.name} gets a link` : `${mailed.length} people get their links`} by mail
            now. Anyone who has a link sees the page.
          </p>
        )}
        {handed.length > 0 && <p className="text-ink-2">{handedInWords(handed, sendsMail)}</p>}
      </div>
    </Dialog>
  );
};
