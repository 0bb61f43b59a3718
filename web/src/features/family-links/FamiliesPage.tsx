import type { SharedLink } from '@rondo/contracts/api/calendars/families.ts';
import { useQuery } from '@tanstack/react-query';
import { Mail, MessageSquare, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { queryClient } from '../../api/queries.ts';
import { settingsQuery } from '../../api/settings.ts';
import { AddressField } from '../../calendar/sharing/AddressField.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { Figure } from '../../ui/figures/figure.tsx';
import { QrCode } from '../../ui/figures/qr-code.tsx';
import { Card, LoadingBlocks } from '../../ui/lists/panels.tsx';
import { QueryState } from '../../ui/lists/query-state.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { familiesQuery, useRenew, useRevoke, useShare, useSwitch, useTurnOn, type Recipient } from './commands.ts';
import { FamilyLine } from './FamilyLine.tsx';
import { ShareManyDialog } from './ShareManyDialog.tsx';
import { Messages } from './messages/Messages.tsx';
import { Requests } from './requests/Requests.tsx';
import { ViewLinks } from './ViewLinks.tsx';
import { familiesFound } from './words.ts';

export const prefetch = (): Promise<unknown> =>
  Promise.all([queryClient.prefetchQuery(familiesQuery), queryClient.prefetchQuery(settingsQuery)]);

const messageOf = (url: string): string =>
  `Your lessons, notes and invoices are here: ${url}\nAnyone who has this link sees your page.`;

/** The link to a family's page, and the ways to hand it over. */
const ShareDialog = (props: {
  readonly recipient: Recipient;
  readonly link: SharedLink;
  readonly onClose: () => void;
}) => {
  const { recipient, link, onClose } = props;
  const text = encodeURIComponent(messageOf(link.url));
  return (
    <Dialog open onClose={onClose} title={`The page of ${recipient.name}`} width="form">
      <div className="grid gap-4">
        <p className="text-ink-2">Anyone who has this link sees the page. If it gets into the wrong hands, renew it.</p>
        <AddressField url={link.url} title="Link to the page" label="Address of the page" />
        <div className="flex flex-wrap gap-2">
          <a className={buttonClasses()} href={`sms:${recipient.phone ?? ''}?&body=${text}`}>
            <MessageSquare aria-hidden className="size-4" strokeWidth={1.75} />
            Text message
          </a>
          <a className={buttonClasses()} href={`mailto:${recipient.email ?? ''}?subject=Your%20page&body=${text}`}>
            <Mail aria-hidden className="size-4" strokeWidth={1.75} />
            E-mail
          </a>
        </div>
        <QrCode text={link.url} label="QR code of the link" />
      </div>
    </Dialog>
  );
};

/** Pages are off until the teacher turns them on. */
const Off = () => {
  const { send, isPending } = useTurnOn();
  return (
    <Card className="mb-3 flex flex-wrap items-center gap-3 px-5 py-4">
      <p className="min-w-0 grow text-ink-2">
        Family pages are off. A family opens its page by a link, without an account: its lessons, its invoices and your
        policy.
      </p>
      <Button kind="primary" loading={isPending} onClick={() => void send({ body: { familyPage: true } })}>
        Turn on family pages
      </Button>
    </Card>
  );
};

type Switches = { readonly familyCancel: boolean; readonly familyRequest: boolean };

/** What families can do on their pages. */
const Acts = ({ settings }: { readonly settings: Switches }) => {
  const { send } = useSwitch();
  return (
    <Card className="mb-6 grid gap-4 px-5 py-4 desk:grid-cols-2">
      <Switch
        label="Families can cancel"
        checked={settings.familyCancel}
        onChange={(familyCancel) => void send({ body: { familyCancel } })}
      >
        They read what that costs before they do.
      </Switch>
      <Switch
        label="Families can ask for another time"
        checked={settings.familyRequest}
        onChange={(familyRequest) => void send({ body: { familyRequest } })}
      >
        They see free times, without why. You answer here.
      </Switch>
    </Card>
  );
};

/** The families, and the links to their pages. */
const Families = () => {
  const families = useQuery(familiesQuery);
  const settings = useQuery(settingsQuery);
  const [search, setSearch] = useState('');
  const [shared, setShared] = useState<SharedLink | null>(null);
  const [sharesMany, setSharesMany] = useState(false);
  const share = useShare(setShared);
  const renew = useRenew(setShared);
  const revoke = useRevoke();
  const recipients = (families.data ?? []).flatMap((family) => family.recipients);
  const live = recipients.filter(({ link }) => link.state === 'live');
  const unshared = recipients.filter(({ link }) => link.state !== 'live');
  const recipient = recipients.find(({ id }) => id === shared?.recipientId);
  return (
    <>
      <title>Families - Rondo</title>
      <PageHead
        title="Families"
        subtitle={<p className="text-ink-2">Each has a page by link, without an account.</p>}
        figures={
          live.length > 0 && (
            <Figure
              parts={[{ number: String(live.filter(({ link }) => link.lastOpenedAt !== null).length) }]}
              word={`of ${live.length} pages opened`}
            />
          )
        }
        actions={
          <>
            {settings.data?.familyPage === true && unshared.length > 1 && (
              <Button icon={Share2} onClick={() => setSharesMany(true)}>
                {live.length === 0 ? `Share with all ${unshared.length}` : `Share with ${unshared.length} more`}
              </Button>
            )}
            <div className="max-desk:order-last max-desk:px-0!">
              <SearchField label="Search families" value={search} onChange={setSearch} />
            </div>
            <ViewLinks current="/families" />
          </>
        }
      />
      {settings.data?.familyPage === false && <Off />}
      <Requests />
      {settings.data?.familyPage === true && <Acts settings={settings.data} />}
      <QueryState
        query={families}
        failed="The families did not load."
        waiting={
          <LoadingBlocks label="Loading the families" className="grid gap-px" blocks={['h-24', 'h-24', 'h-24']} />
        }
      >
        {(loaded) => {
          const found = familiesFound(loaded, search);
          if (found.length === 0)
            return (
              <p className="text-ink-2">{loaded.length === 0 ? 'There are no students yet.' : 'No family found.'}</p>
            );
          return (
            <Card>
              <ul aria-label="Families">
                {found.map((family) => (
                  <FamilyLine
                    key={family.id}
                    family={family}
                    isOn={settings.data?.familyPage === true}
                    busy={share.isPending}
                    onShare={(one) => void share.send(one)}
                    onRenew={(one) => renew.send(one)}
                    onRevoke={(one) => revoke.send(one)}
                  />
                ))}
              </ul>
            </Card>
          );
        }}
      </QueryState>
      {sharesMany && <ShareManyDialog recipients={unshared} onClose={() => setSharesMany(false)} />}
      {shared && recipient && <ShareDialog recipient={recipient} link={shared} onClose={() => setShared(null)} />}
    </>
  );
};

/** The families, or the mail to them, by the address. */
export default function FamiliesPage() {
  return useLocation().pathname.startsWith('/messages') ? <Messages /> : <Families />;
}
