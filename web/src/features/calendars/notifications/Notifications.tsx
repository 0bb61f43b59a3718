import type { Notification } from '@rondo/contracts/api/calendars/calendar-sync.ts';
import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { useQuery } from '@tanstack/react-query';
import { Ban, CalendarClock, Mail, Send, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { momentText, usePlace } from '../../../calendar/moments/moment-text.ts';
import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { menuButtonClasses } from '../../../ui/overlays/menu-face.tsx';
import { useOpenedAtOnce } from '../../../ui/on-demand.ts';
import { LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { undoBatch } from '../../../api/commands/undo.ts';
import { notificationsQuery, useMarkRead } from './queries.ts';

const signs = {
  lesson_cancelled: Ban,
  lesson_restored: RotateCcw,
  family_cancelled: Ban,
  family_request: CalendarClock,
  family_answer: CalendarClock,
  mail_stopped: Ban,
  mail_refused: Ban,
  mail_waits: Ban,
  messages_held: Mail,
  family_question: Mail,
} as const;

/** The pages of notifications that are about no day. */
const pages: Partial<Readonly<Record<Notification['type'], string>>> = {
  messages_held: '/messages?kind=change',
  family_question: '/planner/inquiries',
};

/** What families ask for is answered on their page. */
const isOfRequests = ({ type }: Notification): boolean => type === 'family_request' || type === 'family_answer';

const linkClasses = 'block text-left break-words after:absolute after:inset-0 after:rounded-control hover:underline';

const undoLabel = (size: number): string =>
  size > 1 ? `Undo all ${size.toLocaleString('en-US')} changes of this reading` : 'Undo';

/** What the Undo of each notification says. It takes back the whole reading, so that only the newest notification of a reading has one. */
const undoLabels = (list: readonly Notification[]): ReadonlyMap<string, string> => {
  const readings = Map.groupBy(
    list.filter((one) => one.metadata.batchId !== null && !isOfRequests(one)),
    ({ metadata }) => metadata.batchId,
  );
  return new Map(
    [...readings.values()].flatMap((ofOne) => {
      const [newest] = ofOne;
      return newest ? [[newest.id, undoLabel(newest.metadata.batchSize)] as const] : [];
    }),
  );
};

/** One notification. It leads to the day that it is about; opening it marks it as read. */
const Item = (props: {
  readonly of: Notification;
  /** Undefined where there is nothing to undo. */
  readonly undo: string | undefined;
  readonly onRead: () => void;
  readonly onOpen: () => void;
}) => {
  const { of, undo, onRead, onOpen } = props;
  const { type, title, message, isRead, createdAt, teacherId, metadata } = of;
  const { date, batchId } = metadata;
  const place = usePlace();
  const Sign = signs[type];
  const page = pages[type];
  const text = (
    <>
      <span className={cn('block', isRead ? 'text-ink-2' : 'font-strong')}>
        {title}
        {!isRead && <span className="sr-only"> (unread)</span>}
      </span>
      <span className="block text-ink-2">{message}</span>
    </>
  );
  return (
    <li className="border-b border-line-soft last:border-b-0">
      <div className="relative grid grid-cols-[20px_minmax(0,1fr)_8px] gap-x-3 px-4 py-3 hover:bg-[color-mix(in_oklab,var(--color-line-soft)_35%,transparent)]">
        <Sign aria-hidden className="mt-0.5 size-4 text-ink-2" strokeWidth={1.75} />
        <div className="min-w-0">
          {page !== undefined ? (
            <Link to={page} className={linkClasses} onClick={onOpen}>
              {text}
            </Link>
          ) : date === null ? (
            <button type="button" className={linkClasses} onClick={onRead}>
              {text}
            </button>
          ) : (
            <Link
              to={
                isOfRequests(of)
                  ? '/families'
                  : `/schedule?${new URLSearchParams({ ...(teacherId === null ? {} : { teacher: teacherId }), day: date })}`
              }
              className={linkClasses}
              onClick={onOpen}
            >
              {text}
            </Link>
          )}
          <p className="text-small text-ink-3">{momentText(createdAt, place)}</p>
        </div>
        {!isRead && <span aria-hidden className="mt-1.5 size-2 rounded-full bg-accent-fill" />}
      </div>
      {(!isRead || undo !== undefined) && (
        <div className="flex flex-wrap gap-2 pr-4 pb-3 pl-12">
          {batchId !== null && undo !== undefined && (
            <Button
              size="small"
              aria-label={`${undo}: ${message}`}
              onClick={() => {
                undoBatch(batchId, 'undo');
                if (!isRead) onRead();
              }}
            >
              {undo}
            </Button>
          )}
          {!isRead && (
            <Button size="small" kind="quiet" aria-label={`Mark as read: ${message}`} onClick={onRead}>
              Mark as read
            </Button>
          )}
        </div>
      )}
    </li>
  );
};

const ToTell = ({ families, onOpen }: { readonly families: number; readonly onOpen: () => void }) => (
  <Link
    to="/changes"
    onClick={onOpen}
    className="grid grid-cols-[20px_minmax(0,1fr)_8px] gap-x-3 border-b border-line-soft px-4 py-3 hover:bg-[color-mix(in_oklab,var(--color-line-soft)_35%,transparent)]"
  >
    <Send aria-hidden className="mt-0.5 size-4 text-ink-2" strokeWidth={1.75} />
    <span>
      <span className="block font-strong">{counted(families, 'family')} to tell</span>
      <span className="block text-ink-2">Their lessons have changed. Open the texts to send.</span>
    </span>
    <span aria-hidden className="mt-1.5 size-2 rounded-full bg-accent-fill" />
  </Link>
);

const Listed = (props: {
  readonly list: readonly Notification[];
  readonly onRead: (id: string) => void;
  readonly onOpened: () => void;
}) => {
  const { list, onRead, onOpened } = props;
  const undo = undoLabels(list);
  if (list.length === 0)
    return (
      <p className="p-4 text-ink-2">
        No notifications yet. When a calendar sync cancels or restores a lesson by itself, or a family cancels on its
        page, it is listed here.
      </p>
    );
  return (
    <ul aria-label="Notifications">
      {list.map((one) => (
        <Item
          key={one.id}
          of={one}
          undo={undo.get(one.id)}
          onRead={() => onRead(one.id)}
          onOpen={() => {
            if (!one.isRead) onRead(one.id);
            onOpened();
          }}
        />
      ))}
    </ul>
  );
};

/** The list below the bell; on phones it is a sheet at the bottom. It replaces the bell's placeholder, and opens at once. */
export default function Notifications(props: {
  readonly label: string;
  readonly button: ReactNode;
  readonly unread: number;
  /** How many families do not know of changes yet. */
  readonly untold: number;
}) {
  const { label, button: face, unread, untold } = props;
  const button = useOpenedAtOnce(true);
  const notifications = useQuery(notificationsQuery);
  const mark = useMarkRead();
  return (
    <Popover className="relative">
      <PopoverButton ref={button} aria-label={label} title={label} className={cn('relative', menuButtonClasses)}>
        {face}
      </PopoverButton>
      <PopoverPanel
        as="section"
        // The page stays usable beside it, unlike beside an opened <dialog>.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="dialog"
        aria-label="Notifications"
        focus
        className="absolute top-full right-0 z-40 mt-1 flex max-h-[min(36rem,calc(100dvh-72px))] w-[27.5rem] flex-col overflow-hidden rounded-day border border-line bg-raised text-ink focus:outline-none max-desk:fixed max-desk:inset-x-0 max-desk:top-auto max-desk:bottom-0 max-desk:max-h-[80dvh] max-desk:w-auto max-desk:rounded-t-dialog max-desk:rounded-b-none max-desk:border-x-0 max-desk:border-b-0 max-desk:pb-[max(12px,env(safe-area-inset-bottom))]"
      >
        {({ close }) => (
          <>
            <div className="flex min-h-13 shrink-0 items-center justify-between gap-3 border-b border-line py-2 pr-2 pl-4">
              <h2 className="text-lead font-strong">Notifications</h2>
              {unread > 0 && (
                <Button kind="quiet" loading={mark.isPending} onClick={() => void mark.send(null)}>
                  Mark all as read
                </Button>
              )}
            </div>
            <div className="min-h-0 overflow-auto">
              {untold > 0 && <ToTell families={untold} onOpen={() => close()} />}
              <QueryState
                query={notifications}
                failed="The notifications did not load."
                waiting={
                  <LoadingBlocks label="Loading notifications" className="grid gap-3 p-4" blocks={['h-12', 'h-12']} />
                }
              >
                {(list) => <Listed list={list} onRead={(id) => void mark.send(id)} onOpened={() => close()} />}
              </QueryState>
            </div>
          </>
        )}
      </PopoverPanel>
    </Popover>
  );
}
