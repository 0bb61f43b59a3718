import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { counted } from '../../../lib/texts.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { replacementOf, type Difference, type FeedDifferences } from './differences.ts';

const shownAtMost = 8;

const Listed = ({ title, rows }: { readonly title: string; readonly rows: readonly Difference[] }) =>
  rows.length > 0 && (
    <section>
      <h3 className="font-strong text-ink">{title}</h3>
      <ul aria-label={title}>
        {rows.slice(0, shownAtMost).map(({ key, title: name, date, startTime }) => (
          <li key={key} className="flex gap-3 py-0.5">
            <span className="w-40 shrink-0 tabular-nums">
              {shortDate(date)}, {formatTime(toMinutes(startTime))}
            </span>
            <span className="min-w-0 truncate">{name}</span>
          </li>
        ))}
        {rows.length > shownAtMost && <li className="py-0.5">and {counted(rows.length - shownAtMost, 'other')}</li>}
      </ul>
    </section>
  );

/** Confirms replacing, and lists what is removed and added. */
export const ReplaceQuestion = (props: {
  /** The feeds that were read. */
  readonly feeds: readonly FeedDifferences[];
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) => {
  const { feeds, onConfirm, onClose } = props;
  const { removes, changes, adds, keeps } = replacementOf(feeds);
  const moved = feeds.flatMap(({ lists }) => lists.moved);
  return (
    <ConfirmDialog
      open
      title="Replace All Appointments?"
      confirm="Replace All Appointments"
      danger
      loading={false}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>
        What was imported for {feeds.map(({ feed }) => feed.teacherName).join(', ')} from today on becomes what the
        calendar contains. Manual and optimized lessons stay as they are.
      </p>
      <Listed title={`Removes ${removes}`} rows={feeds.flatMap(({ removed }) => removed)} />
      <Listed title={`Adds ${adds}`} rows={feeds.flatMap((feed) => feed.adds)} />
      <Listed title={`Changes ${changes}`} rows={moved} />
      <p>
        {keeps > 0 && `Keeps ${counted(keeps, 'imported entry')}. `}A backup comes first, and Undo brings everything
        back.
      </p>
    </ConfirmDialog>
  );
};
