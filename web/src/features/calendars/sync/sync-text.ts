import type { IgnoredEvent, SyncState } from '@rondo/contracts/api/calendar-sync.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { momentText } from '../../../calendar/moments/moment-text.ts';

type Place = { readonly timeZone: string; readonly today: IsoDate };

/** "today at 8:02 PM", "Thu, Nov 12, 2:05 PM". */
export const readAtText = (instant: string, place: Place): string => {
  const { date, minute } = wallClock(Date.parse(instant), place.timeZone);
  return date === place.today ? `today at ${formatTime(minute)}` : momentText(instant, place);
};

/** How a feed was last read by itself, and when it is read next, in sentences. */
export const syncStateText = (
  { syncEnabled, lastSyncAt, nextSyncAt, errorCount, lastError }: SyncState,
  place: Place,
): { readonly text: string; readonly failed: string | null } => {
  const last = lastSyncAt === null ? 'Not synced yet.' : `Last read ${readAtText(lastSyncAt, place)}.`;
  if (!syncEnabled) return { text: `${last} Off: changes in the calendar wait until you compare.`, failed: null };
  const next = nextSyncAt === null ? '' : ` Next try ${readAtText(nextSyncAt, place)}.`;
  return {
    text: `${last}${next}`,
    failed: errorCount === 0 ? null : (lastError ?? 'The calendar could not be read.'),
  };
};

/** What stays in Rondo because an event could not be read; empty if nothing does. */
export const protectsText = ({ title, protects }: Pick<IgnoredEvent, 'title' | 'protects'>): string => {
  if (protects === null) return '';
  const { what, date } = protects;
  const on = date === null ? '' : ` on ${shortDate(date)}`;
  switch (what) {
    case 'event':
      return `What was imported from it${date === null ? ' stays, on all its dates.' : ` stays${on}.`}`;
    case 'name':
      return `What was imported as “${title}” stays${on === '' ? ', on all dates' : on}.`;
    case 'everything':
      return `Everything that was imported stays${on === '' ? ', because it may be any of it' : on}.`;
  }
};
