// Imports nothing: the question form loads none of the app's code.

/** "between 6 and 7 PM", "between 11 AM and 12 PM", of full hours as `HH:MM`. */
export const hourInWords = (from: string, to: string): string => {
  const [start, end] = [from, to].map((time) => Number(time.slice(0, 2)));
  const clock = (hour = 0): [string, string] => [String(hour % 12 || 12), hour % 24 < 12 ? 'AM' : 'PM'];
  const [[one, half], [other, otherHalf]] = [clock(start), clock(end)];
  return `between ${one}${half === otherHalf ? '' : ` ${half}`} and ${other} ${otherHalf}`;
};
