import type { Family } from '@rondo/contracts/api/calendars/families.ts';
import { Ban, Ellipsis, Eye, Link2, RefreshCw, Share2, Smartphone, Unlink } from 'lucide-react';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { confirm } from '../../ui/overlays/confirm.ts';
import { MenuOnDemand } from '../../ui/overlays/menu-on-demand.tsx';
import type { Recipient } from './commands.ts';
import { getsInWords, linkInWords, mailInWords } from './words.ts';

const icons = { opened: Smartphone, unopened: Link2, revoked: Unlink } as const;

const LinkState = ({ link }: Pick<Recipient, 'link'>) => {
  if (link.state === 'none') return null;
  const kind = link.state === 'revoked' ? 'revoked' : link.lastOpenedAt === null ? 'unopened' : 'opened';
  const Icon = icons[kind];
  return (
    <span className={cn('inline-flex items-center gap-1.5 text-small', kind === 'opened' ? 'text-ok' : 'text-ink-2')}>
      <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      {linkInWords(link)}
    </span>
  );
};

/** Why mail does not reach a recipient; nothing where it does. */
const MailState = ({ mail }: Pick<Recipient, 'mail'>) => {
  const sentence = mailInWords(mail);
  if (sentence === null) return null;
  return (
    <span className="inline-flex items-center gap-1.5 text-small text-warn">
      <Ban aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      {sentence}
    </span>
  );
};

type Acts = {
  readonly isOn: boolean;
  readonly busy: boolean;
  readonly onShare: (recipient: Recipient) => void;
  readonly onRenew: (recipient: Recipient) => Promise<unknown>;
  readonly onRevoke: (recipient: Recipient) => Promise<unknown>;
};

/** Where the teacher sees a page as someone of the family does. */
const previewOf = (family: Family, { id }: Recipient): string => `/family#preview=${family.id}/${id}`;

const entriesFor = (family: Family, recipient: Recipient, { onShare, onRenew, onRevoke }: Acts) => [
  { label: 'See the page', icon: Eye, onSelect: () => void window.open(previewOf(family, recipient), '_blank') },
  { label: 'Share again', icon: Share2, onSelect: () => onShare(recipient) },
  {
    label: 'Renew the link',
    icon: RefreshCw,
    onSelect: () =>
      confirm({
        title: `Renew the link of ${recipient.name}?`,
        text: 'The present link stops working at once, on every device. You hand over the new one.',
        action: 'Renew the link',
        run: async (close) => {
          await onRenew(recipient);
          close();
        },
      }),
  },
  {
    label: 'Revoke the link',
    icon: Unlink,
    danger: true,
    apart: true,
    onSelect: () =>
      confirm({
        title: `Revoke the link of ${recipient.name}?`,
        text: 'The link stops working at once, on every device. Sharing gives a new one.',
        action: 'Revoke the link',
        danger: true,
        run: async (close) => {
          await onRevoke(recipient);
          close();
        },
      }),
  },
];

/** A family with who gets what, and the links to its page. */
export const FamilyLine = ({ family, ...acts }: Acts & { readonly family: Family }) => (
  <li className="border-b border-line-soft px-5 py-2.5 last:border-b-0 max-desk:px-4">
    <h2 className="font-strong">{family.name}</h2>
    {/* A student without a family is the family. */}
    {family.students.every(({ name }) => name === family.name) && family.students.length > 0 ? null : (
      <p className="text-small text-ink-2">{family.students.map(({ name }) => name).join(', ') || 'No students'}</p>
    )}
    {family.recipients.length === 0 ? (
      <p className="text-small text-ink-2">Add a contact.</p>
    ) : (
      <ul>
        {family.recipients.map((recipient) => (
          <li key={recipient.id} className="flex min-h-11 flex-wrap items-center gap-x-3">
            <span className="min-w-0 grow">
              {recipient.name === family.name ? 'Gets ' : `${recipient.name}, `}
              {getsInWords[recipient.gets]}
            </span>
            <MailState mail={recipient.mail} />
            <LinkState link={recipient.link} />
            {recipient.link.state === 'live' ? (
              acts.isOn && (
                <MenuOnDemand
                  label={`Actions for ${recipient.name}`}
                  button={<Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />}
                  entries={entriesFor(family, recipient, acts)}
                />
              )
            ) : (
              <span className="flex gap-1">
                <a
                  className={buttonClasses('quiet', 'small')}
                  href={previewOf(family, recipient)}
                  target="_blank"
                  aria-label={`See the page of ${recipient.name}`}
                >
                  See
                </a>
                <Button
                  size="small"
                  disabled={!acts.isOn || acts.busy}
                  aria-label={`Share the page with ${recipient.name}`}
                  onClick={() => acts.onShare(recipient)}
                >
                  Share
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    )}
  </li>
);
