/** Minutes after midnight on the studio's wall clock, 0 to 1440. */
export type MinuteOfDay = number;

export const minutesPerDay = 1440;

const timeText = /^([01]\d|2[0-3]):[0-5]\d$/;

/** True for `HH:MM`, zero-padded, 00:00 to 23:59. */
export const isTimeText = (text: string): boolean => timeText.test(text);

/** `HH:MM` to minutes after midnight. Expects text that `isTimeText` accepts. */
export const toMinutes = (time: string): MinuteOfDay => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Minutes after midnight to `HH:MM`. */
export const toTimeText = (minutes: MinuteOfDay): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const clock = (minutes: MinuteOfDay): string => {
  const hour = Math.floor(minutes / 60) % 12;
  return `${hour === 0 ? 12 : hour}:${String(minutes % 60).padStart(2, '0')}`;
};
const half = (minutes: MinuteOfDay): 'AM' | 'PM' => (minutes % minutesPerDay < 720 ? 'AM' : 'PM');

/** "4:15 PM". */
export const formatTime = (minutes: MinuteOfDay): string => `${clock(minutes)}\u00a0${half(minutes)}`;

/** "4:15 – 5:00 PM", or "11:30 AM – 12:15 PM" when one is AM and the other PM. */
export const formatTimeRange = (start: MinuteOfDay, end: MinuteOfDay): string =>
  half(start) === half(end) ? `${clock(start)} – ${formatTime(end)}` : `${formatTime(start)} – ${formatTime(end)}`;

/** "47 min" below an hour, "4 h 33" from an hour up, "4 h" when even. */
export const formatDuration = (minutes: number): string => {
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole}\u00a0min`;
  const rest = whole % 60;
  return rest === 0
    ? `${Math.floor(whole / 60)}\u00a0h`
    : `${Math.floor(whole / 60)}\u00a0h\u00a0${String(rest).padStart(2, '0')}`;
};
