/** Explains what the times of a teacher's availability mean. */
export const interpretations = [
  {
    value: 'leave_home',
    label: 'Time away from home',
    detail: 'You leave home at the start time or later and are back home by the end time. The drives are included.',
  },
  {
    value: 'start_lesson',
    label: 'Teaching time',
    detail:
      'The first lesson begins at the start time or later and the last one ends by the end time. The drives are extra.',
  },
] as const;
