import { modelsFromOtherLog } from '@rondo/projections/runner/registry.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import type { EventSource } from '@rondo/projections/runner/source.ts';
import type { Kysely } from 'kysely';
import type { Config } from './config.ts';
import { WrongConfiguration } from '../errors/wrong-configuration.ts';

/**
 * @throws WrongConfiguration naming both logs and the options
 * @throws WrongConfiguration naming both logs and what can be done
 */
export const refuseOtherLog = async (
  db: Kysely<unknown>,
  source: Pick<EventSource, 'isPosition'>,
  { EVENTSTORE_URL }: Pick<Config, 'EVENTSTORE_URL'>,
  models: readonly ReadModel[],
): Promise<void> => {
  const foreign = await modelsFromOtherLog(db, source, models);
  if (foreign.length === 0) return;
  const [is, was, back] =
    EVENTSTORE_URL === undefined
      ? [
          'it is not set, so the event log is the one in PostgreSQL',
          'an EventStoreDB log',
          'set it to the address of that log',
        ]
      : ['it names an EventStoreDB log', 'the event log in PostgreSQL', 'remove it'];
  throw new WrongConfiguration(
    `These settings are wrong:\n  EVENTSTORE_URL: ${is}, but the read models in this database (${foreign.join(', ')}) were built from ${was}; ` +
      `${back} to continue as before, or move the studios with npm run export and npm run import and then run npm run rebuild -- all.`,
  );
};
