import type { ReactNode } from 'react';
import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { replacementOf, statusesOf, statusesText, type FeedDifferences } from './differences.ts';
import { useIsReplacing } from './mutations.ts';

/** "Removes 9 imported entries from today on, changes 2 and adds 12." */
const replaceText = ({ removes, changes, adds }: ReturnType<typeof replacementOf>): string =>
  removes + changes + adds === 0
    ? 'The imported entries are the same as in the calendar.'
    : `Removes ${counted(removes, 'imported entry')} from today on, changes ${changes} and adds ${adds}.`;

const unread = 'No calendar could be read.';

/** A button, and what it does. On phones only the effect is written beside it. */
const Action = (props: {
  readonly title: string;
  readonly effect: string;
  /** What else there is to know. */
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
  readonly feeds: readonly FeedDifferences[];
  /** The feeds are being read again. */
  readonly busy: boolean;
  readonly syncing: boolean;
  readonly onStatuses: () => void;
  readonly onReplace: () => void;
}) => {
  const { feeds, busy, syncing, onStatuses, onReplace } = props;
  const replacing = useIsReplacing();
  const none = feeds.length === 0;
  const off = none || busy || syncing || replacing;
  const statuses = statusesOf(feeds);
  const same = statuses.cancels + statuses.restores === 0;
  const replacement = replacementOf(feeds);
  const where = feeds.length > 1 ? ` in ${feeds.length} calendars` : '';
  const textOf = (text: string): string => (none ? unread : text);
  return (
    <div className="-my-3.5 grid w-full grid-cols-2 max-desk:-my-2 max-desk:grid-cols-1">
      <Action
        title={`Only the status of lessons${where}`}
        effect={textOf(statusesText(statuses))}
        more={same ? '' : 'Nothing is added, moved or removed.'}
        className="pr-6"
      >
        <Button
          kind="primary"
          className="max-desk:min-h-12"
          loading={syncing}
          disabled={off || same}
          onClick={onStatuses}
        >
          Sync Cancellation Statuses Only
        </Button>
      </Action>
      <Action
        title={`Everything imported${where}`}
        effect={textOf(replacing ? 'A replacement is running.' : replaceText(replacement))}
        more={none || replacing ? '' : 'A backup comes first.'}
        className="border-line pl-6 max-desk:border-t desk:border-l"
      >
        <Button
          kind="danger"
          className="max-desk:min-h-12"
          disabled={off || replacement.removes + replacement.changes + replacement.adds === 0}
          onClick={onReplace}
        >
          Replace All Appointments
        </Button>
      </Action>
    </div>
  );
};
