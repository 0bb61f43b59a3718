import type { Student } from '@rondo/contracts/api/students.ts';
import { Link2Off } from 'lucide-react';
import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorPanel } from '../../../ui/lists/panels.tsx';
import { AutoSync } from './AutoSync.tsx';
import { DifferenceRow } from './DifferenceRow.tsx';
import { isSame, kinds, type FeedDifferences, type Kind } from './differences.ts';
import { detailIn, goneText, nameIn, reachIn, type Known } from './known.ts';
import { useTieName } from './mutations.ts';
import { Section } from './Section.tsx';
import { protectsText } from './sync-text.ts';
import { UnknownName } from './UnknownName.tsx';

/** Titles that are linked to students, and a way back. */
const LinkedNames = ({ tied }: Pick<FeedDifferences, 'tied'>) => {
  const tie = useTieName();
  if (tied.length === 0) return null;
  return (
    <details className="border-b border-line-soft py-2">
      <summary className="cursor-pointer font-strong max-desk:py-3">{counted(tied.length, 'linked name')}</summary>
      <ul aria-label="Linked names">
        {tied.map(({ teacherId, name, student }) => (
          <li key={name} className="flex min-h-11 items-center gap-3">
            <p className="min-w-0 grow break-words">
              “{name}” is {student.name}
            </p>
            <Button
              size="small"
              icon={Link2Off}
              aria-label={`Unlink “${name}”`}
              loading={tie.isPending && tie.variables.name === name}
              onClick={() => tie.mutate({ teacherId, name, studentId: null })}
            >
              Unlink
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
};

/** Events that could not be read, and what stays in Rondo because of them. */
const Ignored = ({ ignored, ignoredCount }: Pick<FeedDifferences['feed'], 'ignored' | 'ignoredCount'>) =>
  ignored.length > 0 && (
    <details className="border-b border-line-soft py-2">
      <summary className="cursor-pointer font-strong text-warn max-desk:py-3">
        {counted(ignoredCount, 'event')} could not be read
      </summary>
      <ul aria-label="Events that could not be read" className="mt-1">
        {ignored.map((event, at) => (
          // Two may have the same title.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className="py-1 break-words">
            {event.title !== '' && <b className="font-strong">{event.title}: </b>}
            <span className="text-ink-2">{`${event.detail} ${protectsText(event)}`.trim()}</span>
          </li>
        ))}
        {ignoredCount > ignored.length && (
          <li className="py-1 text-ink-2">And {(ignoredCount - ignored.length).toLocaleString('en-US')} more.</li>
        )}
      </ul>
    </details>
  );

const Lists = (props: {
  readonly of: FeedDifferences;
  readonly shown: Kind | null;
  readonly known: Known;
  readonly students: readonly Student[];
  readonly busy: boolean;
}) => {
  const { of, shown, known, students, busy } = props;
  return kinds
    .filter((kind) => shown === null || shown === kind)
    .map((kind) =>
      kind === 'unknown' ? (
        <Section key={kind} kind={kind} rows={of.lists.unknown}>
          {(unknown) => (
            <UnknownName
              key={`${unknown.teacherId} ${unknown.name}`}
              unknown={unknown}
              students={students}
              busy={busy}
            />
          )}
        </Section>
      ) : (
        <Section
          key={`${kind} ${shown}`}
          kind={kind}
          rows={of.lists[kind]}
          closed={kind === 'untouched' && shown === null}
          {...(kind === 'gone' ? { more: goneText(known, of) } : {})}
        >
          {(row) => {
            const reach = reachIn(known, kind, row);
            return (
              <DifferenceRow
                key={row.key}
                kind={kind}
                when={row}
                title={nameIn(known, row)}
                detail={detailIn(known, kind, row)}
              >
                {reach !== null && <span className="text-ink-3">{reach}</span>}
              </DifferenceRow>
            );
          }}
        </Section>
      ),
    );
};

/** One teacher's feed: how it was read, whether it is read by itself, and what differs. */
export const FeedBlock = (props: {
  readonly of: FeedDifferences;
  /** Only this kind; null for all. */
  readonly shown: Kind | null;
  readonly known: Known;
  readonly students: readonly Student[];
  readonly busy: boolean;
  readonly onRetry: () => void;
}) => {
  const { of, shown, onRetry, ...lists } = props;
  const { feed, tied } = of;
  return (
    <section aria-label={feed.teacherName} className="border-b border-line px-6 pb-4 last:border-b-0 max-desk:px-4">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,22rem)] items-start gap-x-8 gap-y-3 pt-4 pb-1 max-desk:grid-cols-1">
        <div className="min-w-0">
          <h3 className="text-lead font-strong break-words">{feed.teacherName}</h3>
          {feed.ok && <p className="text-ink-2">{feed.detail}</p>}
        </div>
        <AutoSync
          teacherId={feed.teacherId}
          teacherName={feed.teacherName}
          {...(feed.ok ? {} : { shownError: feed.detail })}
        />
      </div>
      {feed.ok ? (
        <>
          {isSame(of) && <p className="py-3 text-ink-2">The calendar and Rondo agree.</p>}
          <Lists of={of} shown={shown} {...lists} />
          <LinkedNames tied={tied} />
          <Ignored ignored={feed.ignored} ignoredCount={feed.ignoredCount} />
        </>
      ) : (
        <ErrorPanel message={feed.detail} onRetry={onRetry} />
      )}
    </section>
  );
};
