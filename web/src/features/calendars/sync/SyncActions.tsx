import type { ReactNode } from 'react';
import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { isEmptied, isRefused, replacementOf, statusesOf, statusesText, type FeedDifferences } from './differences.ts';
import { useIsReplacing } from './commands.ts';
import { listText } from '../../../lib/formats.ts';

/** "Removes 9 imported entries, changes 2, and adds 12 from today on." */
const replaceText = ({ removes, changes, adds }: ReturnType<typeof replacementOf>, isAllRead: boolean): string => {
  const parts = [['removes', removes] as const, ['changes', changes] as const, ['adds', adds] as const]
    .filter(([, count]) => count > 0)
    .map(([verb, count], i) => `${verb} ${i === 0 ? counted(count, 'imported entry') : count}`);
  if (parts.length === 0)
    return `The imported entries are the same as ${isAllRead ? 'in the calendar' : 'what could be read'}.`;
  const sentence = `${listText(parts)} from today on.`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
};

/** Whose calendars an action is about, whichever of them is shown. */
const whereText = (used: number, all: number): string => {
  if (all < 2 || used === 0) return '';
  return used < all ? `, in ${used} of ${all} calendars` : `, in ${all === 2 ? 'both' : `all ${all}`} calendars`;
};

const unread = 'No calendar could be read.';
const refused = 'The reason is below the teacher’s name.';

/** What syncing the statuses of the feeds that were read does. */
const statusesEffect = (read: readonly FeedDifferences[]): string => {
  if (read.length === 0) return unread;
  return read.every(isEmptied) ? `Nothing is cancelled or restored. ${refused}` : statusesText(statusesOf(read));
};

/** What replacing the imported rows of the feeds that were read does. */
const replaceEffect = (read: readonly FeedDifferences[]): string => {
  if (read.length === 0) return unread;
  return read.every(isRefused)
    ? `Nothing is replaced. ${refused}`
    : replaceText(
        replacementOf(read),
        read.every(({ feed }) => feed.unreadCount === 0),
      );
};

/** A button, and what it does. On phones only the effect is written beside it. */
const Action = (props: {
  readonly title: string;
  readonly effect: string;
  readonly more: string;
  readonly className: string;
  readonly children: ReactNode;
}) => (
  <div
    className={cn(
      'flex items-center gap-5 py-3.5 max-wide:flex-col max-wide:items-stretch max-wide:gap-2 max-desk:px-0 max-desk:py-2',
      props.className,
    )}
  >
    <div className="min-w-0 grow">
      <p className="font-strong max-desk:sr-only">{props.title}</p>
      <p className="text-small text-ink-2">
        {props.effect}
        <span className="max-desk:hidden"> {props.more}</span>
      </p>
    </div>
    {props.children}
  </div>
);

/** The two ways to take over what the calendars say, each with its exact effect on all calendars that were read. */
export const SyncActions = (props: {
  /** All feeds, whether or not they were read. */
  readonly feeds: readonly FeedDifferences[];
  /** The feeds are being read again. */
  readonly busy: boolean;
  readonly syncing: boolean;
  readonly onStatuses: () => void;
  readonly onReplace: () => void;
}) => {
  const { feeds, busy, syncing, onStatuses, onReplace } = props;
  const replacing = useIsReplacing();
  const read = feeds.filter(({ feed }) => feed.ok);
  const { cancels, restores } = statusesOf(read);
  const { removes, changes, adds } = replacementOf(read);
  const statusesStay = cancels + restores === 0;
  const rowsStay = removes + changes + adds === 0;
  const off = busy || syncing || replacing;
  const whereIf = (isLeftOut: (of: FeedDifferences) => boolean): string =>
    whereText(read.filter((of) => !isLeftOut(of)).length, feeds.length);
  return (
    <div className="-my-3.5 grid w-full grid-cols-2 max-desk:-my-2 max-desk:grid-cols-1">
      <Action
        title={`Only the status of lessons${whereIf(isEmptied)}`}
        effect={statusesEffect(read)}
        more={statusesStay ? '' : 'Nothing is added, moved or removed.'}
        className="pr-6"
      >
        <Button
          kind="primary"
          className="max-desk:min-h-12"
          loading={syncing}
          disabled={off || statusesStay}
          onClick={onStatuses}
        >
          Sync Cancellation Statuses Only
        </Button>
      </Action>
      <Action
        title={`Everything imported${whereIf(isRefused)}`}
        effect={replacing ? 'A replacement is running.' : replaceEffect(read)}
        more={replacing || rowsStay ? '' : 'A backup comes first.'}
        className="border-line pl-6 max-desk:border-t desk:border-l"
      >
        <Button kind="danger" className="max-desk:min-h-12" disabled={off || rowsStay} onClick={onReplace}>
          Replace All Appointments
        </Button>
      </Action>
    </div>
  );
};
