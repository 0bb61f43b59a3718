/** Explains what the times of a teacher's availability mean. */
export const interpretations = [
  {
    value: 'leave_home',
    label: 'Time away from home',
    detail: 'I can leave home at the start and am back home by the end. The drives count.',
  },
  {
    value: 'start_lesson',
    label: 'Teaching time',
    detail: 'The first lesson can start at the start, the last ends by the end. The drives come on top.',
  },
] as const;
