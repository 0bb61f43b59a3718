export type Engine = 'postgres' | 'eventstoredb';

/** A log as the settings name it: the address of an EventStoreDB, or undefined for the one in PostgreSQL. */
type Address = string | undefined;

export const engineAt = (address: Address): Engine => (address === undefined ? 'postgres' : 'eventstoredb');

/** What sentences call a log, without user and password. */
export const logName = (address: Address): string => {
  if (address === undefined) return 'the event log in PostgreSQL';
  const [, discover = '', rest = ''] = /^esdb(\+discover)?:\/\/([^/?]*)/.exec(address) ?? [];
  const hosts = rest.slice(rest.lastIndexOf('@') + 1);
  return `the EventStoreDB log at ${hosts}${discover === '' ? '' : ' (discovered)'}`;
};

/** A log's name with the beginning of its id. */
export const withId = (name: string, logId: string | null): string =>
  `${name} (${logId === null ? 'without an identity' : logId.slice(0, 8)})`;

/** A name at the beginning of a sentence. */
export const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
