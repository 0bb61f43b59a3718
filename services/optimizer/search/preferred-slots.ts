import { at } from '../arrays.ts';
import { cellOf, isOpen, plain, preferred, startFrom } from '../week/problem.ts';
import { retime, type Week } from '../week/week.ts';

/**
 * Holds as many lessons of a tour to their preferred slots as its order allows and releases the others. Exact: for a given number of
 * preferred slots so far, only the earliest possible end of each stop matters.
 */
export const holdPreferred = (week: Week, tour: number): void => {
  const { possible, pinned } = countSlots(week, tour);
  if (pinned === possible) return;
  const ends = earliestEnds(week, tour, possible + 1);
  const slots = mostSlots(week, tour, ends, possible);
  week.totals.preferred += slots - pinned;
  assign(week, tour, ends, slots);
  retime(week, tour);
};

/** Releases every lesson of a tour from its preferred slots. */
export const loosen = (week: Week, tour: number): void => {
  const { pinned } = countSlots(week, tour);
  if (pinned === 0) return;
  const base = tour * week.problem.nodes;
  for (let p = base; p < base + at(week.length, tour); p++) week.flavourOf[at(week.stops, p)] = plain;
  week.totals.preferred -= pinned;
  retime(week, tour);
};

const countSlots = (
  { problem, stops, flavourOf, length }: Week,
  tour: number,
): { possible: number; pinned: number } => {
  const base = tour * problem.nodes;
  let possible = 0;
  let pinned = 0;
  for (let p = base; p < base + at(length, tour); p++) {
    const node = at(stops, p);
    pinned += at(flavourOf, node);
    if (isOpen(problem, preferred, tour, node)) possible++;
  }
  return { possible, pinned };
};

/** By `position * width + slots`, offset by one position: home is position 0 and ends at 0. */
type Ends = {
  readonly width: number;
  /** The earliest end with this many preferred slots up to this stop, -1 for never. */
  readonly end: number[];
  /** 1 when this stop takes a preferred slot for it. */
  readonly takes: number[];
};

const earliestEnds = ({ problem, stops, length }: Week, tour: number, width: number): Ends => {
  const { nodes, gap, duration } = problem;
  const end: number[] = Array.from({ length: width }, (_, slots) => (slots === 0 ? 0 : -1));
  const takes: number[] = end.map(() => 0);
  let before = 0;
  for (let position = 0; position < at(length, tour); position++) {
    const node = at(stops, tour * nodes + position);
    const leg = at(gap, before * nodes + node);
    for (let slots = 0; slots < width; slots++) {
      const same = end[position * width + slots] ?? -1;
      const fewer = slots === 0 ? -1 : (end[position * width + slots - 1] ?? -1);
      const loose = same < 0 ? -1 : startFrom(problem, cellOf(problem, plain, tour, node), same + leg);
      const strict = fewer < 0 ? -1 : startFrom(problem, cellOf(problem, preferred, tour, node), fewer + leg);
      const useStrict = strict >= 0 && (loose < 0 || strict <= loose);
      const start = useStrict ? strict : loose;
      end.push(start < 0 ? -1 : start + at(duration, node));
      takes.push(useStrict ? 1 : 0);
    }
    before = node;
  }
  return { width, end, takes };
};

/** The maximum number of slots with which the tour ends in time. */
const mostSlots = ({ problem, stops, length }: Week, tour: number, { width, end }: Ends, possible: number): number => {
  const count = at(length, tour);
  const last = at(stops, tour * problem.nodes + count - 1);
  const due = at(problem.closes, tour) - at(problem.gap, last * problem.nodes);
  let slots = possible;
  while (slots > 0) {
    const over = end[count * width + slots] ?? -1;
    if (over >= 0 && over <= due) break;
    slots--;
  }
  return slots;
};

const assign = (
  { problem, stops, length, flavourOf }: Week,
  tour: number,
  { width, takes }: Ends,
  slots: number,
): void => {
  let left = slots;
  for (let position = at(length, tour) - 1; position >= 0; position--) {
    const flavour = takes[(position + 1) * width + left] ?? 0;
    flavourOf[at(stops, tour * problem.nodes + position)] = flavour;
    left -= flavour;
  }
};
