import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { replacementOf, statusesText, totalOf, type FeedDifferences } from './differences.ts';
import { useIsReplacing } from './mutations.ts';

/** "Removes 9 imported entries from today on, changes 2 and adds 12. A backup comes first." */
const replaceText = (feeds: readonly FeedDifferences[]): string => {
  const { removes, changes, adds } = replacementOf(feeds);
  if (removes + changes + adds === 0) return 'The imported entries are the same as in the calendar.';
  return `Removes ${counted(removes, 'imported entry')} from today on, changes ${changes} and adds ${adds}. A backup comes first.`;
};

const unread = 'No calendar could be read.';

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
  const counts = totalOf(feeds);
  const { removes, changes, adds } = replacementOf(feeds);
  const where = feeds.length > 1 ? ` in ${feeds.length} calendars` : '';
  return (
    <div className="-my-3.5 grid w-full grid-cols-2 max-desk:-my-2 max-desk:grid-cols-1">
      <div className="flex items-center gap-5 py-3.5 pr-6 max-wide:flex-col max-wide:items-stretch max-wide:gap-2 max-desk:py-2 max-desk:pr-0">
        <div className="min-w-0 grow">
          <p className="font-strong max-desk:sr-only">Only the status of lessons{where}</p>
          <p className="text-small text-ink-2">{none ? unread : statusesText(counts)}</p>
        </div>
        <Button
          kind="primary"
          className="max-desk:min-h-12"
          loading={syncing}
          disabled={none || busy || replacing || counts.cancelled + counts.restored === 0}
          onClick={onStatuses}
        >
          Sync Cancellation Statuses Only
        </Button>
      </div>
      <div className="flex items-center gap-5 border-line py-3.5 pl-6 max-wide:flex-col max-wide:items-stretch max-wide:gap-2 max-desk:border-t max-desk:py-2 max-desk:pl-0 desk:border-l">
        <div className="min-w-0 grow">
          <p className="font-strong max-desk:sr-only">Everything imported{where}</p>
          <p className="text-small text-ink-2">{replacingText()}</p>
        </div>
        <Button
          kind="danger"
          className="max-desk:min-h-12"
          disabled={none || busy || syncing || replacing || removes + changes + adds === 0}
          onClick={onReplace}
        >
          Replace All Appointments
        </Button>
      </div>
    </div>
  );

  function replacingText(): string {
    if (replacing) return 'A replacement is running.';
    return none ? unread : replaceText(feeds);
  }
};
