import type { IgnoredEvent, ReadFeed, SyncState } from '@rondo/contracts/api/calendars/calendar-sync.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { momentText, type StudioTime } from '../../../calendar/moments/moment-text.ts';
import { counted } from '../../../lib/texts.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { numberText } from '../../../lib/formats.ts';

/** "today at 8:02 PM", "Thu, Nov 12, 2:05 PM". */
export const readAtText = (instant: string, place: StudioTime): string => {
  const { date, minute } = wallClock(Date.parse(instant), place.timeZone);
  return date === place.today ? `today at ${formatTime(minute)}` : momentText(instant, place);
};

/** How a feed was last read by itself, and when it is read next, in sentences. */
export const syncStateText = (
  { syncEnabled, lastSyncAt, nextSyncAt, errorCount, lastError }: SyncState,
  place: StudioTime,
): { readonly text: string; readonly failed: string | null } => {
  const last = lastSyncAt === null ? 'Not synced yet.' : `Last read ${readAtText(lastSyncAt, place)}.`;
  if (!syncEnabled) return { text: `${last} Off: changes in the calendar wait until you compare.`, failed: null };
  const next = nextSyncAt === null ? '' : ` Next try ${readAtText(nextSyncAt, place)}.`;
  return {
    text: `${last}${next}`,
    failed: errorCount === 0 ? null : (lastError ?? 'The calendar could not be read.'),
  };
};

const shortened = (title: string): string => (title.length <= 60 ? title : `${title.slice(0, 59).trimEnd()}…`);

/** Which events could not be read: "“Lunch” and 11 other events could not be read." Empty if all were. */
export const unreadText = ({ ignored, unreadCount }: Pick<ReadFeed, 'ignored' | 'unreadCount'>): string => {
  const [first] = ignored;
  if (!first || unreadCount === 0) return '';
  const others = unreadCount - 1;
  const more = others === 1 ? '1\u00a0other event' : `${numberText(others)}\u00a0other events`;
  return `“${shortened(first.title)}”${others === 0 ? '' : ` and ${more}`} could not be read.`;
};

/** What stays in Rondo because some events were not imported. */
export const staysText = (stays: number, events: number): string => {
  const them = events === 1 ? 'it' : 'them';
  if (stays === 0) return `Nothing was imported from ${them}.`;
  return stays === 1
    ? `One imported entry may be from ${them}, and stays.`
    : `${counted(stays, 'imported entry')} may be from ${them}, and stay.`;
};

/** What stays in Rondo because an event could not be read; empty if nothing does. */
export const protectsText = ({
  title,
  protects,
  events,
}: Pick<IgnoredEvent, 'title' | 'protects' | 'events'>): string => {
  if (protects === null) return '';
  const { what, date } = protects;
  const on = date === null ? '' : ` on ${shortDate(date)}`;
  switch (what) {
    case 'event':
      if (events > 1) return `What was imported from them stays${on === '' ? ', on all their dates' : on}.`;
      return `What was imported from it stays${on === '' ? ', on all its dates' : on}.`;
    case 'name':
      return `What was imported as “${title}” stays${on === '' ? ', on all dates' : on}.`;
    case 'everything':
      return `Everything that was imported stays${on === '' ? ', because it may be any of it' : on}.`;
  }
};
