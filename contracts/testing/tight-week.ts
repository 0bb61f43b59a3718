import { toTimeText } from '../calendar/times.ts';

export type Window = readonly [dayOfWeek: number, start: number, end: number];

/** Students who all fit into three afternoons of two hours, but not in the order in which they come. */
const students: readonly { readonly minutes: number; readonly windows: readonly Window[] }[] = [
  {
    minutes: 30,
    windows: [
      [1, 990, 1020],
      [2, 1005, 1065],
      [3, 930, 990],
    ],
  },
  {
    minutes: 60,
    windows: [
      [1, 915, 1035],
      [2, 1005, 1080],
    ],
  },
  {
    minutes: 45,
    windows: [
      [1, 960, 1080],
      [3, 900, 975],
    ],
  },
  {
    minutes: 30,
    windows: [
      [1, 915, 990],
      [2, 975, 1005],
    ],
  },
  {
    minutes: 30,
    windows: [
      [1, 915, 1005],
      [2, 930, 975],
    ],
  },
  {
    minutes: 30,
    windows: [
      [1, 975, 1050],
      [2, 1005, 1035],
      [3, 930, 960],
    ],
  },
  {
    minutes: 45,
    windows: [
      [2, 1005, 1110],
      [3, 960, 1035],
    ],
  },
];

/** Windows as calls take them. */
export const slots = (windows: readonly Window[]) =>
  windows.map(([dayOfWeek, start, end]) => ({
    dayOfWeek,
    startTime: toTimeText(start),
    endTime: toTimeText(end),
    enabled: true,
  }));

/** Their lessons and availability as calls take them. A run takes students in the order of their ids. */
export const tightWeek = students.map(({ minutes, windows }) => ({
  lessonDuration: minutes,
  availability: slots(windows),
}));
