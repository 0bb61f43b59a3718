/** The parts of the settings, as their page and its outline name them. */
export const sectionWords = {
  calendar: { title: 'Calendar', about: 'What the schedule shows first. For you alone.' },
  planning: {
    title: 'Time and planning',
    about: 'For the whole studio. Lessons keep their times in another time zone: one at 4:00 PM stays at 4:00 PM.',
  },
  timeOff: {
    title: 'Time off',
    about: 'Lessons in this time do not take place, now or planned later. No one is told until you tell them.',
  },
  terms: {
    title: 'Terms',
    about: 'Periods for reports, invoices and owed lessons. They do not start or end any lessons.',
  },
  policy: {
    title: 'Cancellation policy',
    about: 'What a cancelled lesson costs. Each cancellation keeps the terms it was made under.',
  },
  profile: { title: 'Studio profile', about: 'It is printed on invoices and named in emails to families.' },
} as const;
