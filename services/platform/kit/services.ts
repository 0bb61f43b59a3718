/**
 * What a process has one of: engines, pools, queues, caches, the clock. A room adds its entry beside the entry's type (`declare module`),
 * `app/services.ts` builds them all, and a function takes those that it uses: `Pick<Services, 'store' | 'now'>`.
 */
export interface Services {
  /** The clock, in epoch milliseconds; a fixed one in tests. */
  readonly now: () => number;
  /** The machine's clock, by which the log records. */
  readonly machineNow: () => number;
  readonly settings: ServerSettings;
  /** Logs a failure that changes no answer. */
  readonly report: (error: Error) => void;
}

/** The settings that rooms read; each room adds its own. */
export interface ServerSettings {
  /** Where people open this server; undefined: where it listens. */
  readonly PUBLIC_URL?: string | undefined;
}
