/** A figure that is not known yet. */
const unknown = [{ number: '–' }];

/** The parts of a duration that may not be known yet. */
export const knownDurationParts = (minutes: number | null) => (minutes === null ? unknown : durationParts(minutes));

/** Splits a duration into the parts of a figure: 4 h 33, 4 h, 47 min. */
export const durationParts = (minutes: number): { number: string; unit?: string }[] => {
  const rest = minutes % 60;
  if (minutes < 60) return [{ number: `${minutes}`, unit: 'min' }];
  const hours = { number: `${Math.floor(minutes / 60)}`, unit: 'h' };
  return rest === 0 ? [hours] : [hours, { number: String(rest).padStart(2, '0') }];
};
