import { autoSync } from '../domain/calendars/in/auto-sync.ts';
import { advisoryLocks } from '../platform/postgres/advisory-locks.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Reads teachers' calendar feeds by itself. */
export const openCalendarReading = ({
  infrastructure: { connectionString },
  services,
  report,
}: Omit<Parameters<typeof autoSync>[0], 'locks'> & {
  readonly infrastructure: Pick<Infrastructure, 'connectionString'>;
}) => {
  // The lock is held while feeds are read, so that it must not take the connections of commands.
  const locks = advisoryLocks({ connectionString, connections: 1 });
  const automatic = autoSync({ services, locks, report });
  return {
    ...automatic,
    stop: async (): Promise<void> => {
      await automatic.stop();
      await locks.close();
    },
  };
};
