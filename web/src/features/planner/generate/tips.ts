/** Tips to read while a week is being solved. */
export const tips = [
  'Placing the most students comes first, then preferred times, then the least driving.',
  'The report shows how many minutes of driving a week each student adds.',
  'Manual lessons stay where they are. The day is planned around them.',
  'For each student who could not be placed, the report gives the reason and the smallest change that would help.',
  'Nothing changes for families until you accept the plan.',
  'More availability makes a better week: one more free hour can save a long drive.',
] as const;

/** How long each tip is shown, in milliseconds. */
export const tipTime = 5000;
