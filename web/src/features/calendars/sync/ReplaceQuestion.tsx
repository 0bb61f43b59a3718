import { counted } from '../../../lib/texts.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { isRefused, replacementOf, type Difference, type FeedDifferences, nameIn, type Known } from './differences.ts';
import { DifferenceTime } from './lists.tsx';
import { listText } from '../../../lib/formats.ts';

const shownAtMost = 8;
/** Some of the rows that a part of the replacement is about, and how many there are. */
const Listed = (props: {
  readonly title: string;
  readonly count: number;
  readonly rows: readonly Difference[];
  readonly known: Known;
}) => {
  const { title, count, rows, known } = props;
  if (count === 0) return null;
  const listed = rows.slice(0, shownAtMost);
  return (
    <section>
      <h3 className="font-strong text-ink">{title}</h3>
      <ul aria-label={title}>
        {listed.map((row) => (
          <li key={row.key} className="flex flex-wrap gap-x-3 py-0.5">
            <span className="flex min-w-40 flex-wrap items-center gap-x-2 tabular-nums">
              <DifferenceTime of={row} short />
            </span>
            <span className="line-clamp-2 min-w-0 break-words text-ink">{nameIn(known, row)}</span>
          </li>
        ))}
        {count > listed.length && listed.length > 0 && (
          <li className="py-0.5">and {counted(count - listed.length, 'other')}</li>
        )}
      </ul>
    </section>
  );
};

/** Whose imported rows stay as they are, and why. */
const leftOutText = (feeds: readonly FeedDifferences[]): string =>
  feeds
    .filter((of) => !of.feed.ok || isRefused(of))
    .map(({ feed: { ok, teacherName, detail } }) =>
      ok
        ? `${teacherName}: ${detail}`
        : `The calendar of ${teacherName} could not be read, so what was imported from it stays.`,
    )
    .join(' ');

export const ReplaceQuestion = (props: {
  readonly feeds: readonly FeedDifferences[];
  readonly known: Known;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) => {
  const { feeds, known, onConfirm, onClose } = props;
  const replaced = feeds.filter((of) => of.feed.ok && !isRefused(of));
  const { removes, changes, adds, keeps } = replacementOf(replaced);
  const leftOut = leftOutText(feeds);
  const names = replaced.map(({ feed }) => feed.teacherName);
  const stays = replaced.reduce((sum, { feed }) => sum + feed.stays, 0);
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
      <p className="break-words">
        What was imported for {listText(names)} is replaced, from today on, by what{' '}
        {names.length === 1 ? 'the calendar contains' : 'their calendars contain'}. Manual and optimized lessons stay as
        they are.
      </p>
      {leftOut !== '' && <p className="break-words text-warn">{leftOut}</p>}
      <Listed
        title={`Removes ${removes}`}
        count={removes}
        rows={replaced.flatMap(({ removed }) => removed)}
        known={known}
      />
      <Listed title={`Adds ${adds}`} count={adds} rows={replaced.flatMap((of) => of.adds)} known={known} />
      <Listed title={`Changes ${changes}`} count={changes} rows={replaced.flatMap((of) => of.changes)} known={known} />
      <p>
        {keeps > 0 && `Keeps ${counted(keeps, 'imported entry')} as ${keeps === 1 ? 'it is' : 'they are'}. `}
        {stays > 0 && `Leaves ${counted(stays, 'imported entry')} whose events were not read. `}A backup comes first,
        and Undo brings everything back.
      </p>
    </ConfirmDialog>
  );
};
