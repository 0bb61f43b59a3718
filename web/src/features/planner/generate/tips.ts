/** Tips to read while a week is being solved. */
export const tips = [
  'Most students placed comes first, then preferred times, then the least driving.',
  'The report names the price of every student: the minutes of driving a week that a place costs.',
  'Lessons entered by hand stay where they are. The day is built around them.',
  'A student who could not be placed gets the reason, and the smallest change that would help.',
  'Nothing changes for families until you accept the plan.',
  'Wider times make a better week: one more free hour can save a long drive.',
] as const;

/** How long each tip is shown, in milliseconds. */
export const tipTime = 5000;
