/**
 * The folders of services/, in three layers: composition, features, platform. Imports run downward only; the linter reads this file
 * (oxlint.config.ts), and a test plants violations to check each rule.
 */

/** A feature: the modules that other features may import, and the features that it may import itself. */
type Feature = { readonly face: readonly string[]; readonly uses: readonly string[] };

export const features: Readonly<Record<string, Feature>> = {
  changes: { face: [], uses: ['billing', 'roster', 'schedule', 'studio-settings'] },
  undo: { face: ['restorable.ts', 'undo-commands.ts'], uses: ['studio-sizes'] },
  'studio-settings': { face: ['clock.ts', 'commands.ts', 'studio.ts'], uses: ['undo'] },
  'studio-sizes': { face: ['guest-logs.ts', 'studio-sizes.ts'], uses: [] },
  drives: { face: ['day-drive.ts', 'detour-text.ts', 'legs.ts', 'places.ts', 'drive-times.ts'], uses: [] },
  reports: { face: ['report-streams.ts', 'report-copies.ts', 'views.ts'], uses: ['undo'] },
  backups: { face: ['backup-stream.ts', 'backups.ts'], uses: ['studio-settings', 'undo'] },
  restores: {
    face: [],
    uses: ['accounts', 'erasure', 'reports', 'roster', 'schedule', 'studio-settings', 'studio-sizes', 'undo'],
  },
  'data-integrity': { face: [], uses: ['schedule', 'studio-settings'] },
  'studio-transfer': { face: ['event-line.ts'], uses: [] },
  'log-move': { face: [], uses: ['studio-transfer'] },
  accounts: { face: ['places.ts', 'tables.ts', 'users.ts'], uses: ['studio-settings'] },
  erasure: { face: ['erasure.ts'], uses: ['accounts'] },
  roster: {
    face: ['locate.ts', 'roster.ts', 'student.ts', 'teacher.ts'],
    uses: ['studio-settings', 'studio-sizes', 'undo'],
  },
  contacts: { face: [], uses: ['roster', 'studio-sizes'] },
  preferences: { face: [], uses: ['accounts', 'roster'] },
  schedule: {
    face: [
      'as-rejected.ts',
      'billed.ts',
      'change.ts',
      'conflicts.ts',
      'deletion.ts',
      'entered.ts',
      'entries.ts',
      'feed-sync.ts',
      'fixed.ts',
      'if-free.ts',
      'one-date.ts',
      'past.ts',
      'people.ts',
      'plan-decision.ts',
      'plan.ts',
      'restore.ts',
      'rows.ts',
      'schedule-aggregate.ts',
      'schedules.ts',
      'series-change.ts',
      'state.ts',
      'taking-over.ts',
      'transfer.ts',
    ],
    uses: ['studio-settings', 'undo'],
  },
  lessons: {
    face: ['busy.ts', 'first-day.ts', 'lesson-finder.ts', 'lessons.ts', 'student-times.ts', 'typed.ts'],
    uses: ['accounts', 'drives', 'roster', 'schedule', 'studio-settings', 'studio-sizes', 'undo'],
  },
  slots: { face: [], uses: ['drives', 'lessons', 'roster', 'schedule', 'studio-settings'] },
  plans: { face: [], uses: ['drives', 'lessons', 'reports', 'schedule', 'studio-settings'] },
  billing: {
    face: ['lesson-dates.ts', 'match.ts', 'sample-invoices.ts'],
    uses: ['roster', 'schedule', 'studio-settings', 'undo'],
  },
  feeds: { face: [], uses: ['accounts', 'billing', 'drives', 'roster', 'schedule'] },
  'calendar-sync': { face: [], uses: ['lessons', 'roster', 'schedule', 'studio-settings', 'studio-sizes', 'undo'] },
  'sample-studio': { face: [], uses: ['billing', 'roster', 'schedule', 'studio-settings', 'studio-sizes'] },
};

/** Below the features: each row may import the rows before it. */
export const platform: readonly (readonly string[])[] = [
  ['errors', 'jobs', 'vcards'],
  ['postgres'],
  ['event-store'],
  ['command-handling', 'operations'],
  ['read-side', 'moments'],
  ['http'],
  ['maps'],
  ['mail'],
];

/** Features that may import the optimizer, which imports nothing of services. */
export const seesOptimizer: readonly string[] = ['plans', 'slots'];

/** Above the features: imported only by each other and the process. */
export const above: readonly string[] = ['composition', 'cli', 'bench', 'chaos', 'testing'];
