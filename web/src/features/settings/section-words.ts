/** The parts of the settings, as their page and its outline name them. */
export const sectionWords = {
  calendar: { title: 'Calendar', about: 'What the schedule shows first. For you alone.' },
  planning: {
    title: 'Time and planning',
    about: 'For the whole studio. Lessons keep their times in another time zone: one at 4:00 PM stays at 4:00 PM.',
  },
  profile: { title: 'Studio profile', about: 'It is printed on invoices and named in emails to families.' },
} as const;
