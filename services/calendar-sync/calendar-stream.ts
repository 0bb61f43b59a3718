import { calendarEvents, type CalendarEvent } from '@rondo/contracts/events/calendar.ts';
import type { Aggregate } from '../command-handling/aggregate.ts';
import type { CommandHandler } from '../command-handling/command-handler.ts';
import { titleKey } from './analysis/names.ts';

type Tie = { readonly name: string; readonly studentId: string };

/** What is remembered of one teacher's feed. */
export type CalendarState = {
  /** By the key of the title. */
  readonly ties: ReadonlyMap<string, Tie>;
  readonly read: ReadonlySet<string>;
};

export type CalendarHandler = CommandHandler<typeof calendarEvents, CalendarState>;

/** One teacher's calendar feed. */
export const calendarAggregate: Aggregate<typeof calendarEvents, CalendarState> = {
  category: calendarEvents,
  stateVersion: 1,
  initialState: () => ({ ties: new Map(), read: new Set() }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'NameTied': {
        const { name, studentId } = event.data;
        const ties = new Map(state.ties);
        if (studentId === null) ties.delete(titleKey(name));
        else ties.set(titleKey(name), { name, studentId });
        return { ...state, ties };
      }
      case 'NotificationsRead':
        return { ...state, read: new Set([...state.read, ...event.data.notificationIds]) };
    }
  },
};

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
