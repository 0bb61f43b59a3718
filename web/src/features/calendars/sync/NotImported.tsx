import type { IgnoredEvent, ReadFeed } from '@rondo/contracts/api/calendars/calendar-sync.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { calendarDate, shortDate } from '@rondo/contracts/calendar/words.ts';
import { CircleAlert, CircleMinus, RefreshCw } from 'lucide-react';
import { counted } from '../../../lib/texts.ts';
import { useToday } from '../../../api/today.ts';
import { Button } from '../../../ui/button.tsx';
import { ListRow, Section } from './lists.tsx';
import { protectsText, staysText } from './sync-text.ts';
import { numberText } from '../../../lib/formats.ts';

const labels = ['entry', 'entries'] as const;

const titleOf = ({ title, events }: IgnoredEvent): string =>
  events === 1 ? title : `${title} · ${counted(events, 'event')}`;

/** "Tue, Dec 1", in another year "Sep 3, 2024"; "From Tue, Dec 1" for several. */
const timeOf = ({ date, events }: IgnoredEvent, today: IsoDate): string | null => {
  if (date === null) return null;
  const day = date.slice(0, 4) === today.slice(0, 4) ? shortDate(date) : calendarDate(date);
  return events === 1 ? day : `From ${day}`;
};

const keyOf = ({ title, detail, protects }: IgnoredEvent): string =>
  [title, detail, protects?.what, protects?.date].join(' ');

/** How many events there are besides those that are listed. */
const Unlisted = (props: { readonly count: number; readonly listed: readonly IgnoredEvent[] }) => {
  const left = props.count - props.listed.reduce((sum, { events }) => sum + events, 0);
  const are = left === 1 ? '1 more event is' : `${numberText(left)} more events are`;
  return left > 0 && <p className="py-1.5 text-ink-2">{are} not listed.</p>;
};

/** Events that could not be read: which, why, what stays because of them, and how to mend that. */
export const Unread = (props: {
  readonly feed: Pick<ReadFeed, 'ignored' | 'unreadCount' | 'stays'>;
  readonly id: string;
  /** The feeds are being read again. */
  readonly busy: boolean;
  readonly onRetry: () => void;
}) => {
  const { feed, id, busy, onRetry } = props;
  const today = useToday();
  const rows = feed.ignored.filter(({ isRead }) => !isRead);
  if (rows.length === 0) return null;
  return (
    <div id={id} tabIndex={-1} className="focus-visible:-outline-offset-2">
      <Section
        look={{
          title: 'Could not be read',
          meaning: `Correct ${feed.unreadCount === 1 ? 'it' : 'each'} in the calendar, then compare again.`,
          labels,
        }}
        more={staysText(feed.stays, feed.unreadCount)}
        rows={rows}
        atFirst={5}
      >
        {(event) => (
          <ListRow
            key={keyOf(event)}
            sign={CircleAlert}
            asks
            time={timeOf(event, today) ?? <span className="text-ink-3">Date unknown</span>}
            title={titleOf(event)}
            detail={feed.stays === 0 ? event.detail : `${event.detail} ${protectsText(event)}`.trim()}
          />
        )}
      </Section>
      <Unlisted count={feed.unreadCount} listed={rows} />
      <Button kind="quiet" icon={RefreshCw} className="my-1 -ml-2.5" loading={busy} onClick={onRetry}>
        Compare Again
      </Button>
    </div>
  );
};

/** What the calendar has, but is nothing that Rondo imports. */
export const NotImported = (props: {
  readonly feed: Pick<ReadFeed, 'ignored' | 'ignoredCount' | 'unreadCount' | 'stays'>;
}) => {
  const { ignored, ignoredCount, unreadCount, stays } = props.feed;
  const today = useToday();
  const rows = ignored.filter(({ isRead }) => isRead);
  return (
    <>
      <Section
        look={{
          title: 'Not imported',
          meaning: 'Rondo imports events that begin and end on one day, at a time of the day.',
          labels,
        }}
        {...(unreadCount === 0 && stays > 0 ? { more: staysText(stays, ignoredCount) } : {})}
        rows={rows}
        atFirst={0}
      >
        {(event) => (
          <ListRow
            key={keyOf(event)}
            sign={CircleMinus}
            asks={false}
            time={timeOf(event, today)}
            title={titleOf(event)}
            detail={event.detail}
          />
        )}
      </Section>
      {rows.length > 0 && <Unlisted count={ignoredCount - unreadCount} listed={rows} />}
    </>
  );
};
