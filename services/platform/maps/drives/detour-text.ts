import { formatDuration, formatTime, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';

/** The stop before or after a lesson, and the minutes left between the two beyond the drive and the time between lessons. */
export type Neighbor = { readonly title: string; readonly at: MinuteOfDay; readonly buffer: number };

/** "6 min more driving; buffer 10 min after Ann Lee (until 4:45 PM)": the cost of a lesson's place in its day, and the time left around it. */
export const detourText = (
  addedDrive: number,
  { before, after }: { readonly before: Neighbor | undefined; readonly after: Neighbor | undefined },
): string => {
  const drive = addedDrive <= 0 ? 'no more driving' : `${formatDuration(addedDrive)} more driving`;
  const buffers = [
    ...(before ? [`${formatDuration(before.buffer)} after ${before.title} (until ${formatTime(before.at)})`] : []),
    ...(after ? [`${formatDuration(after.buffer)} before ${after.title} (from ${formatTime(after.at)})`] : []),
  ];
  return `${drive}; ${buffers.length === 0 ? 'no other stop that day' : `buffer ${buffers.join(' and ')}`}`;
};
