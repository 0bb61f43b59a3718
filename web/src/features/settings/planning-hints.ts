import { timeThere } from './time-zones.ts';

/** What is below each field of the planning form, also while the form is loading. */
export const planningHints = {
  timeZone: timeThere,
  startGrid: 'The optimizer and suggestions start lessons at these times.',
  minutesBetween:
    'Minutes for shoes, parking and a word with a parent, besides the drive. Not counted between lessons at one address.',
  ownDriveTimes:
    'Measured by Arrived and Done, for when to leave, how late it gets and repairs of a day. Plans, checks for conflicts, driving figures and feeds keep the map’s.',
  optimizerSeconds:
    'Seconds for one teacher’s week, 120 at most. Planning ends sooner once the week is proven best. Empty: the server’s default.',
} as const;
