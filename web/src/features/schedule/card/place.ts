import type { Day } from '../../../calendar/days/day.ts';
import type { DayEntry } from '../../../calendar/days/entry.ts';

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
type Size = Pick<Box, 'width' | 'height'>;
export type Place = Pick<Box, 'left' | 'top'>;

const gap = 8;

const within = (at: number, size: number, room: number): number => Math.max(gap, Math.min(at, room - size - gap));

/** Where a card is in the window: right of its block, else left of it, else below or above it; always whole, if the window has room. */
export const placeBeside = (block: Box, card: Size, view: Size): Place => {
  const right = block.left + block.width + gap;
  const left = block.left - gap - card.width;
  const top = within(block.top - gap, card.height, view.height);
  const fits = (at: number): boolean => within(at, card.width, view.width) === at;
  if (fits(right)) return { left: right, top };
  if (fits(left)) return { left, top };
  const below = block.top + block.height + gap;
  const above = block.top - gap - card.height;
  const isBelow = below + card.height + gap <= view.height || above < gap;
  return {
    left: within(block.left, card.width, view.width),
    top: within(isBelow ? below : above, card.height, view.height),
  };
};

/** An entry of the week with its day, or of a day with its teacher's column. */
export type OnDay = { readonly day: Day; readonly entry: DayEntry };

export const entryIn = (days: readonly Day[], id: string): OnDay | undefined => {
  const day = days.find(({ entries }) => entries.some((entry) => entry.id === id));
  const entry = day?.entries.find((other) => other.id === id);
  return day && entry && { day, entry };
};

const byTime = (a: DayEntry, b: DayEntry): number => a.start - b.start || a.end - b.end;

const nearest = (day: Day, minute: number): OnDay | undefined => {
  const [entry] = day.entries.toSorted(
    (a, b) => Math.abs(a.start - minute) - Math.abs(b.start - minute) || byTime(a, b),
  );
  return entry && { day, entry };
};

/**
 * The entry that an arrow key leads to from another one: up and down in the order of time, from one day into the next; left and right to the
 * nearest time of the next day with entries. Undefined for other keys, and at the ends of the week.
 */
export const neighborOf = (days: readonly Day[], { day, entry }: OnDay, key: string): OnDay | undefined => {
  const at = days.indexOf(day);
  const busy = (some: readonly Day[]): Day | undefined => some.find(({ entries }) => entries.length > 0);
  const before = busy(days.slice(0, at).toReversed());
  const after = busy(days.slice(at + 1));
  const order = day.entries.toSorted(byTime);
  const own = order.findIndex(({ id }) => id === entry.id);
  const inOrder = (other: DayEntry | undefined, on: Day | undefined): OnDay | undefined =>
    on && other && { day: on, entry: other };
  switch (key) {
    case 'ArrowDown':
      return inOrder(order[own + 1], day) ?? inOrder(after?.entries.toSorted(byTime)[0], after);
    case 'ArrowUp':
      return (
        inOrder(own > 0 ? order[own - 1] : undefined, day) ?? inOrder(before?.entries.toSorted(byTime).at(-1), before)
      );
    case 'ArrowRight':
      return after && nearest(after, entry.start);
    case 'ArrowLeft':
      return before && nearest(before, entry.start);
    default:
      return undefined;
  }
};
