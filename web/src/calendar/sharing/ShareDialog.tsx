import type { SharedCalendar } from '@rondo/contracts/api/calendars/sharing.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, CircleCheck, Clock, ClockAlert, Link2Off } from 'lucide-react';
import { Link } from 'react-router-dom';
import { CallFailed } from '../../api/call-failed.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { confirm } from '../../ui/overlays/confirm.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ErrorPanel, Skeleton, WhileLoading } from '../../ui/lists/panels.tsx';
import { QrCode } from '../../ui/figures/qr-code.tsx';
import { usePlace } from '../moments/moment-text.ts';
import { AddressField } from './AddressField.tsx';
import { lastReadText, googleLink, webcalLink } from './model.ts';
import { changesQuery, sharedCalendarQuery, type Subscriber, revoke } from './subscriber.ts';

const texts = {
  student: {
    shows: ({ shortName }: Subscriber) =>
      `Anyone who has this address sees ${shortName}’s lessons, always up to date. Notes, rates and other families are never in it.`,
    failed: 'Failed to generate student calendar sync URL.',
  },
  teacher: {
    shows: ({ shortName }: Subscriber) =>
      `Anyone who has this address sees ${shortName}’s lessons and appointments, with names, places and drives, always up to date. Notes and rates are never in it.`,
    failed: 'Failed to generate calendar sync URL.',
  },
} as const;

const beside = 'desk:grid desk:grid-cols-[minmax(0,1fr)_264px]';
const left = 'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 p-6 max-desk:p-4';
const right =
  'flex flex-col items-center justify-center gap-3 border-line bg-paper px-6 py-5 text-center max-desk:border-t desk:border-l';

const Waiting = () => (
  <WhileLoading label="Loading the calendar address">
    <div className={beside}>
      <div className={left}>
        <Skeleton className="h-10" />
        <Skeleton className="mt-6 h-10" />
        <Skeleton className="h-9" />
        <Skeleton className="mt-4 h-16" />
      </div>
      <div className={right}>
        <Skeleton className="size-48" />
        <Skeleton className="h-8 w-40" />
      </div>
    </div>
  </WhileLoading>
);

const looks = {
  never: { icon: Clock, className: 'text-ink-3' },
  behind: { icon: ClockAlert, className: 'text-warn' },
  current: { icon: CircleCheck, className: 'text-ok' },
} as const;

const LastRead = ({ subscriber, calendar }: { readonly subscriber: Subscriber; readonly calendar: SharedCalendar }) => {
  const { data: changes } = useQuery(changesQuery(subscriber, calendar.changedSince ? calendar.lastFetchedAt : null));
  const { state, title, detail } = lastReadText(calendar, usePlace(), changes);
  const { icon: Icon, className } = looks[state];
  return (
    <div className="flex gap-2.5 border-t border-line pt-4">
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', className)} strokeWidth={1.75} />
      <div className="min-w-0">
        <p className="font-strong">{title}</p>
        <p className="break-words text-ink-2">{detail}</p>
      </div>
    </div>
  );
};

const Shared = ({ subscriber, calendar }: { readonly subscriber: Subscriber; readonly calendar: SharedCalendar }) => {
  const { subscribableUrl: url } = calendar;
  const link = buttonClasses('secondary', 'normal', 'min-w-0 max-desk:min-h-12');
  return (
    <div className={beside}>
      <div className={left}>
        <p className="break-words">{texts[subscriber.kind].shows(subscriber)}</p>
        <AddressField url={url} title={`${subscriber.shortName}’s lessons`} />
        <div className="grid gap-2 desk:grid-cols-2">
          <a href={webcalLink(url)} className={link}>
            <CalendarPlus aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
            Add to Apple or Outlook
          </a>
          <a href={googleLink(url)} target="_blank" rel="noopener noreferrer" className={link}>
            <CalendarPlus aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
            Add to Google
          </a>
        </div>
        <LastRead subscriber={subscriber} calendar={calendar} />
      </div>
      <div className={right}>
        <QrCode text={webcalLink(url)} label="QR code of the calendar address" />
        <p className="max-w-48 text-small text-ink-2">
          Scan with a phone’s camera <span className="whitespace-nowrap">to add the calendar</span>
        </p>
      </div>
    </div>
  );
};

/** A teacher's calendar is shared from the first optimized lesson on. */
const NothingToShare = ({ reason }: { readonly reason: string }) => (
  <div className="p-6 max-desk:p-4">
    <div role="alert">
      <h3 className="text-lead font-strong">No lessons to sync</h3>
      <p className="mt-1 text-ink-2">{reason} Generate a schedule first, then share the calendar.</p>
    </div>
    <Link to="/planner" className={buttonClasses('primary', 'normal', 'mt-5')}>
      Open the Planner
    </Link>
  </div>
);

const confirmRevoking = (subscriber: Subscriber, onRevoked: () => void): void =>
  confirm({
    title: 'Revoke this address?',
    text: (
      <>
        <p className="break-words">
          The calendar of <b className="font-strong text-ink">{subscriber.name}</b> ends for everyone who has this
          address. Their apps get no more changes.
        </p>
        <p>Sharing again makes a new address, which they have to add again. This cannot be undone.</p>
      </>
    ),
    action: 'Revoke address',
    cancel: 'Keep address',
    danger: true,
    run: async () => {
      if (await revoke(subscriber)) onRevoked();
    },
  });

/** Shares the calendar of a student or teacher: its address, ways to add it, when it was last read, and revoking it. */
export default function ShareDialog(props: {
  readonly title: string;
  readonly subscriber: Subscriber;
  readonly onClose: () => void;
}) {
  const { title, subscriber, onClose } = props;
  const { data, error, refetch } = useQuery(sharedCalendarQuery(subscriber));
  const nothing = subscriber.kind === 'teacher' && error instanceof CallFailed && error.status === 409;
  return (
    <Dialog
      open
      onClose={onClose}
      width="medium"
      title={title}
      subtitle={<span className="break-words">{subscriber.name}</span>}
      bodyClassName=""
      footer={
        <>
          {data && (
            <>
              <Button kind="danger" icon={Link2Off} onClick={() => confirmRevoking(subscriber, onClose)}>
                Revoke address
              </Button>
              <p className="min-w-0 grow text-small text-ink-2 max-desk:order-first max-desk:basis-full desk:max-w-[46ch] desk:pl-2">
                The calendar ends for everyone who has it. Sharing again makes a new address.
              </p>
            </>
          )}
          <Button className="ml-auto max-desk:ml-0" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {!data && !error && <Waiting />}
      {data && <Shared subscriber={subscriber} calendar={data} />}
      {!data && nothing && <NothingToShare reason={error.message} />}
      {!data && error && !nothing && (
        <div className="p-6 max-desk:p-4">
          <ErrorPanel message={`${texts[subscriber.kind].failed} ${error.message}`} onRetry={() => void refetch()} />
        </div>
      )}
    </Dialog>
  );
}
