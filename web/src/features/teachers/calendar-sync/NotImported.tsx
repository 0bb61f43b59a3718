import type { IgnoredEvent, ReadFeed } from '@rondo/contracts/api/calendar-sync.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { CircleAlert, CircleMinus } from 'lucide-react';
import { counted } from '../../../lib/texts.ts';
import { ListRow } from './DifferenceRow.tsx';
import { Section } from './Section.tsx';
import { protectsText, staysText } from './sync-text.ts';

const number = new Intl.NumberFormat('en-US');

const titleOf = ({ title, events }: IgnoredEvent): string =>
  events === 1 ? title : `${title} · ${counted(events, 'event')}`;

const dateOf = ({ protects }: IgnoredEvent): string | null =>
  protects === null || protects.date === null ? null : shortDate(protects.date);

const keyOf = ({ title, detail, protects }: IgnoredEvent): string =>
  [title, detail, protects?.what, protects?.date].join(' ');

/** How many events are not among those that are listed. */
const Unlisted = (props: { readonly count: number; readonly listed: readonly IgnoredEvent[] }) => {
  const left = props.count - props.listed.reduce((sum, { events }) => sum + events, 0);
  return left > 0 && <p className="py-1.5 text-ink-2">And {number.format(left)} more.</p>;
};

/** Events that could not be read: which, why, what stays because of them, and how to mend that. */
const Unread = ({ ignored, unreadCount, stays, id }: NotImportedProps) => {
  const rows = ignored.filter(({ isRead }) => !isRead);
  return (
    <div id={id} tabIndex={-1} className="focus-visible:-outline-offset-2">
      <Section
        look={{
          title: 'Could not be read',
          meaning: 'Correct each in the calendar, and compare again.',
          words: ['event', 'events'],
        }}
        more={staysText({ stays })}
        rows={rows}
        atFirst={5}
      >
        {(event) => (
          <ListRow
            key={keyOf(event)}
            sign={CircleAlert}
            asks
            time={dateOf(event) ?? <span className="text-ink-3">No date</span>}
            title={titleOf(event)}
            detail={`${event.detail} ${protectsText(event)}`.trim()}
          />
        )}
      </Section>
      <Unlisted count={unreadCount} listed={rows} />
    </div>
  );
};

type NotImportedProps = Pick<ReadFeed, 'ignored' | 'ignoredCount' | 'unreadCount' | 'stays'> & {
  /** Of what could not be read. */
  readonly id: string;
};

/** What the calendar has, but Rondo does not import. */
export const NotImported = (props: NotImportedProps) => {
  const { ignored, ignoredCount, unreadCount, stays } = props;
  const rows = ignored.filter(({ isRead }) => isRead);
  const count = ignoredCount - unreadCount;
  return (
    <>
      <Unread {...props} />
      <Section
        look={{
          title: 'Not imported',
          meaning: 'Rondo imports events that begin and end on one day at a time of the day.',
          words: ['event', 'events'],
        }}
        {...(unreadCount === 0 && stays > 0 ? { more: staysText({ stays }) } : {})}
        rows={rows}
        atFirst={0}
      >
        {(event) => (
          <ListRow
            key={keyOf(event)}
            sign={CircleMinus}
            asks={false}
            time={dateOf(event)}
            title={titleOf(event)}
            detail={event.detail}
          />
        )}
      </Section>
      <Unlisted count={count} listed={rows} />
    </>
  );
};
