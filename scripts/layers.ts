/**
 * The rooms of services/, in four lists: app above domain above platform, and the optimizer, which imports nothing of services. A room imports
 * rooms of the rows before its own, so that a trip through the server has at most as many floors as there are rows. The linter reads this file
 * (oxlint.config.ts), and a test plants violations to check each rule.
 */

/** Wires everything together and serves the people who run Rondo; `cli` imports `app`, and both import any room. */
export const app: readonly string[] = ['app', 'cli', 'log-move'];

/** What knows no lesson, student or invoice. */
export const platform: readonly (readonly string[])[] = [
  ['kit', 'log'],
  ['commands', 'models', 'postgres', 'mail'],
  ['http'],
  ['maps'],
];

/** What the product does. A room with `exports` is imported through these files alone; without, any file may be imported. */
export const domain: readonly Readonly<Record<string, { readonly exports?: readonly string[] }>>[] = [
  { studio: { exports: ['clock.ts', 'commands.ts', 'studio.ts'] } },
  {
    accounts: {
      exports: ['mails/confirmations.ts', 'mails/mails-to-others.ts', 'mails/test-mails.ts', 'tokens.ts', 'users.ts'],
    },
    people: {
      exports: [
        'availability.ts',
        'contacts/known-people.ts',
        'family-files/family-groups.ts',
        'family-files/headers.ts',
        'family-files/read-csv.ts',
        'family-files/read-rows.ts',
        'households/family-author.ts',
        'households/household.ts',
        'locate.ts',
        'roster.ts',
        'student.ts',
        'students-api.ts',
        'teacher.ts',
        'views.ts',
      ],
    },
    schedule: {},
  },
  { calendars: {}, billing: {}, planning: {}, lessons: {}, history: {}, search: {} },
];

/** Domain rooms that may import the optimizer, and what of it: weeks are planned, and a day with a cancelled lesson is repaired. */
export const seesOptimizer: Readonly<Record<string, 'all' | readonly string[]>> = {
  planning: 'all',
  lessons: ['repair/*'],
};

/** The screens whose page has parts of another screen. Every other screen stays apart. */
export const screenUses: Readonly<Record<string, readonly string[]>> = {
  students: ['invoices', 'payments'],
  // What is open of an invoice is paid from the list.
  invoices: ['students', 'payments'],
  // A family is changed from its account.
  payments: ['invoices', 'students'],
  teachers: ['calendars'],
  // A report edits its students.
  planner: ['students'],
};
