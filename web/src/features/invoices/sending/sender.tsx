import { senderMissing } from '@rondo/contracts/money/invoice-limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../../api/commands/command.ts';
import { queryClient } from '../../../api/queries.ts';
import { currentUserQuery } from '../../../api/session/session.ts';
import { settingsQuery } from '../../../api/settings.ts';
import { TextField } from '../../../ui/fields/field.tsx';
import { confirm } from '../../../ui/overlays/confirm.ts';
import { toast } from '../../../ui/overlays/toast.tsx';

const label = 'Who is it from?';
const hint = 'Your name or your studio’s name. It is printed on every invoice; Settings can change it.';

const ownName = (user: { readonly firstName: string | null; readonly lastName: string | null } | null | undefined) =>
  [user?.firstName, user?.lastName].filter((part) => (part ?? '') !== '').join(' ');

/** Under whose name invoices are sent: asked once, while the studio has none, and at first the account's. */
export const useSender = () => {
  const { data: settings } = useQuery(settingsQuery);
  const { data: user } = useQuery(currentUserQuery);
  const [typed, setTyped] = useState<string | null>(null);
  const isMissing = settings?.studioName === null;
  const name = typed ?? ownName(user);
  return {
    isMissing,
    name,
    isTyped: typed !== null,
    isKnown: settings !== undefined && (!isMissing || name.trim() !== ''),
    /** Null: the studio has a name. */
    toSave: isMissing ? name : null,
    type: setTyped,
  };
};

/** Asks for the name, where there is none. */
export const SenderField = ({ sender }: { readonly sender: ReturnType<typeof useSender> }) =>
  sender.isMissing && (
    <TextField
      label={label}
      value={sender.name}
      maxLength={120}
      autoComplete="organization"
      hint={hint}
      error={sender.isTyped && sender.name.trim() === '' ? senderMissing : undefined}
      onChange={({ target }) => sender.type(target.value)}
    />
  );

const NameInput = ({ name, onType }: { readonly name: string; readonly onType: (name: string) => void }) => {
  const [typed, setTyped] = useState(name);
  return (
    <TextField
      label="Your name or your studio’s name"
      value={typed}
      maxLength={120}
      autoComplete="organization"
      hint="It is printed on every invoice; Settings can change it."
      onChange={({ target }) => {
        setTyped(target.value);
        onType(target.value);
      }}
    />
  );
};

/** Does what puts invoices on paper, after asking who they are from if the studio has no name yet. @param action of the question */
export const underName = async (action: string, run: () => void): Promise<void> => {
  const settings = await queryClient.ensureQueryData(settingsQuery).catch(() => null);
  if (settings?.studioName !== null) return run();
  let name = ownName(queryClient.getQueryData(currentUserQuery.queryKey));
  confirm({
    title: label,
    text: <NameInput name={name} onType={(typed) => (name = typed)} />,
    action,
    run: async () => {
      if (name.trim() === '') {
        toast({ title: senderMissing, tone: 'destructive' });
        return;
      }
      const saved = await send(
        'PATCH /api/settings',
        { body: { studioName: name } },
        { done: null, failed: 'Failed to save your name' },
      );
      if (saved) run();
    },
  });
};
