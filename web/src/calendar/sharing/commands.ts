import { commandAnswered } from '../../api/client.ts';
import { useAction } from '../../api/commands/command.ts';
import { inCalls, type Outcome } from '../../api/commands/in-calls.ts';
import { read } from '../../api/queries.ts';
import { counted } from '../../lib/texts.ts';
import type { Toast } from '../../ui/overlays/toast.tsx';

/** How this server mails families. Asked again each time a page opens: what it says of test mails changes. */
export const mailSetupQuery = { ...read('GET /api/messages/setup', {}), staleTime: 0 } as const;

/** "12 mails are on their way", and why others are not. */
const mailsInWords = ({ done, failed }: Outcome): Toast => {
  const [first] = failed;
  const description = first && {
    description: `${first.message}${failed.length > 1 ? ` (and ${failed.length - 1} more)` : ''}`,
  };
  if (done.length === 0) return { title: 'The mail was not sent', ...description, tone: 'destructive' };
  const title = done.length === 1 ? 'The mail is on its way' : `${counted(done.length, 'mail')} are on their way`;
  return { title, ...description };
};

type Changes = { readonly familyIds: readonly string[]; readonly until: string };

/** Mails families what has changed, also what waits until someone looks. @param onSaved called with those that are mailed */
export const useMailChanges = (onSaved: (familyIds: readonly string[]) => void = () => undefined) =>
  useAction(
    ({ familyIds, until }: Changes) =>
      inCalls(
        familyIds.map((id) => ({ id })),
        300,
        (some) =>
          commandAnswered('POST /api/messages/changes', { body: { familyIds: some.map(({ id }) => id), until } }),
      ),
    { done: mailsInWords, failed: 'The mail was not sent', onSaved: ({ done }) => onSaved(done) },
  );

type Recipient = { readonly id: string };
type Links = { readonly mailed: readonly Recipient[]; readonly handed: readonly Recipient[] };

/** Makes the links of many: some are mailed theirs, others get it from the teacher. */
export const useShareMany = (onSaved: () => void) =>
  useAction(
    async ({ mailed, handed }: Links) => {
      const links = await inCalls(handed, 1000, async (some) => {
        const done = await commandAnswered('POST /api/families/links', {
          body: { recipientIds: some.map(({ id }) => id) },
        });
        return { ...done, answer: { done: done.answer.map(({ recipientId }) => recipientId), failed: [] } };
      });
      const sent = await inCalls(mailed, 300, (some) =>
        commandAnswered('POST /api/families/links/send', { body: { recipientIds: some.map(({ id }) => id) } }),
      );
      return { ...sent, batches: [...links.batches, ...sent.batches], calls: [...links.calls, ...sent.calls] };
    },
    {
      done: (sent, { mailed, handed }) =>
        mailed.length > 0 ? mailsInWords(sent) : `${counted(handed.length, 'link')} made`,
      failed: 'The links were not shared',
      onSaved,
    },
  );
