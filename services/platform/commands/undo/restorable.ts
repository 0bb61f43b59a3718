import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import type { EventCategory, EventOf } from '@rondo/contracts/events/event.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Aggregate } from '../aggregate.ts';
import { RuleBroken } from '../../kit/errors.ts';

/**
 * An aggregate whose earlier content can be restored. Content is the rows that screens list, by name; null: it has none. An empty list is
 * no row.
 */
export type Restorable<Category extends EventCategory, State, Content extends object> = {
  readonly aggregate: Aggregate<Category, State>;
  readonly contentOf: (state: State) => Content | null;
  /**
   * Pure: the fewest events from a state to the content of another moment; none if that is what it has.
   * @param when the studio’s clock; without the minute where days alone count
   * @throws RuleBroken
   */
  readonly restoreTo: (
    state: State,
    target: Content | null,
    when: { readonly today: IsoDate; readonly minute?: MinuteOfDay },
  ) => readonly EventOf<Category>[];
  /** The display name, for messages: of the content, or of one of its rows that has changed. */
  readonly nameOf: (content: Content, part?: string) => string;
  /** Why a row that is no longer as a batch left it cannot go back, after "This can no longer be undone: "; null: it has changed. */
  readonly whyChanged?: (
    part: string,
    contents: ContentChange<Content> & { readonly now: Content; readonly state: State },
  ) => string | null;
  /** True for an event that completes an earlier one, such as the location of an address: it never prevents an undo. */
  readonly isEnrichment?: (event: EventOf<Category>) => boolean;
  /** Why a batch with this event cannot be undone, whatever the content; absent where every batch can. */
  readonly refuses?: (event: EventOf<Category>) => string | null;
  /** How many teachers a student has; absent for anything else. */
  readonly teachersOf?: (content: Content) => number;
};

/** How many teachers a student has after a change who gets more by it; 0 for anything else. */
export const teachersGained = <Category extends EventCategory, State, Content extends object>(
  { teachersOf }: Restorable<Category, State, Content>,
  from: Content | null,
  to: Content | null,
): number => {
  const count = (content: Content | null): number => (content && teachersOf ? teachersOf(content) : 0);
  return count(to) > count(from) ? count(to) : 0;
};

/** What a batch did to a stream: its content before and after. */
export type ContentChange<Content> = { readonly before: Content | null; readonly after: Content | null };

const namesOf = <Content extends object>(content: Content): Extract<keyof Content, string>[] => {
  const names: Extract<keyof Content, string>[] = [];
  for (const name in content) if (Object.hasOwn(content, name)) names.push(name);
  return names;
};

const isNoRow = (row: unknown): boolean => Array.isArray(row) && row.length === 0;

/**
 * The content with a batch's rows as they were before it and all other rows as they are now.
 * @throws RuleBroken when one of its rows is no longer as the batch left it
 */
export const contentTakenBack = <Content extends object>(
  { before, after }: ContentChange<Content>,
  now: Content | null,
  nameOf: (content: Content, part?: string) => string,
  whyChanged: (part: string, now: Content) => string | null = () => null,
): Content | null => {
  const named = after ?? before ?? now;
  const refuse = (part?: string): never => {
    const why = part === undefined || now === null ? null : whyChanged(part, now);
    if (why !== null) throw new RuleBroken(`This can no longer be undone: ${why}.`);
    const name = named ? nameOf(named, part) : 'This';
    throw new RuleBroken(`${name} has changed since then, so this can no longer be undone.`);
  };
  if (after === null) return now === null ? before : refuse();
  if (now === null) return refuse();
  const names = new Set([...namesOf(after), ...(before === null ? [] : namesOf(before))]);
  const touched = [...names].filter((name) =>
    before === null ? !isNoRow(after[name]) : !isDeepStrictEqual(before[name], after[name]),
  );
  const changed = touched.find((name) => !isDeepStrictEqual(now[name], after[name]));
  if (changed !== undefined) return refuse(changed);
  if (before === null) return null;
  const back: Content = { ...now };
  for (const name of touched) back[name] = before[name];
  return back;
};
