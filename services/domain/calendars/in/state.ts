import { calendarEvents, type CalendarEvent } from '@rondo/contracts/events/calendar.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { Aggregate } from '../../../platform/commands/aggregate.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import type { Restorable } from '../../../platform/commands/undo/restorable.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { titleKey } from './analysis/names.ts';

declare module '../../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly calendar: CommandHandler<typeof calendarEvents, CalendarState>;
  }
}

/** The title as a person wrote it, and whom it means; null once it means nobody any more. */
type Tie = { readonly name: string; readonly studentId: string | null };

/** What is remembered of one teacher's feed. */
export type CalendarState = {
  /** By the key of the title. */
  readonly ties: ReadonlyMap<string, Tie>;
  readonly read: ReadonlySet<string>;
};

/** One teacher's calendar feed. */
export const calendarAggregate: Aggregate<typeof calendarEvents, CalendarState> = {
  category: calendarEvents,
  stateVersion: 4,
  initialState: () => ({ ties: new Map(), read: new Set() }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'NameTied': {
        const { name, studentId } = event.data;
        return { ...state, ties: new Map(state.ties).set(titleKey(name), { name, studentId }) };
      }
      case 'NotificationsRead':
        return { ...state, read: new Set([...state.read, ...event.data.notificationIds]) };
    }
  },
};

export const calendarStream = (studioId: string, teacherId: string): string =>
  streamName(calendarEvents, studioId, teacherId);

export const loadCalendar = async (
  { handlers }: Pick<Services, 'handlers'>,
  studioId: string,
  teacherId: string,
): Promise<CalendarState> => (await handlers.calendar.load(calendarStream(studioId, teacherId))).state;

/** A title means a student from now on, or none. */
export const tieName =
  ({ name, studentId }: { readonly name: string; readonly studentId: string | null }) =>
  ({ ties }: CalendarState): CalendarEvent[] =>
    (ties.get(titleKey(name))?.studentId ?? null) === studentId
      ? []
      : [{ type: 'NameTied', data: { name, studentId } }];

export const markRead =
  (notificationIds: readonly string[]) =>
  ({ read }: CalendarState): CalendarEvent[] => {
    const fresh = notificationIds.filter((id) => !read.has(id));
    return fresh.length === 0 ? [] : [{ type: 'NotificationsRead', data: { notificationIds: fresh } }];
  };

/** By the key of the title; null for one that means nobody. Which notifications were read is no content. */
type CalendarContent = Readonly<Record<string, Tie | null>>;

const contentOf = ({ ties }: CalendarState): CalendarContent =>
  Object.fromEntries([...ties].map(([key, tie]) => [key, tie.studentId === null ? null : tie]));

/** The fewest events that tie the names that were tied, and release the others. */
const restoreTies = (state: CalendarState, target: CalendarContent | null): CalendarEvent[] =>
  [...state.ties].flatMap(([key, { name }]) => {
    const then = target?.[key] ?? null;
    return tieName({ name: then?.name ?? name, studentId: then?.studentId ?? null })(state);
  });

/** The names that were tied in a teacher's feed, as they can be restored. */
export const restorableCalendar: Restorable<typeof calendarEvents, CalendarState, CalendarContent> = {
  aggregate: calendarAggregate,
  contentOf,
  restoreTo: restoreTies,
  nameOf: () => 'The student of a name in the calendar',
};
