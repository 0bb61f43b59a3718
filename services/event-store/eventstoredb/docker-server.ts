import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { eventStoreDbEventStore } from './eventstoredb-event-store.ts';

const run = promisify(execFile);

/** The server that docker-compose.yml starts. */
export const image = 'eventstore/eventstore:24.10.5';
/** The image may have to come over the network first. */
const startMinutes = 5;
const readyTries = 120;

const docker = async (...args: string[]): Promise<string> =>
  (await run('docker', args, { timeout: startMinutes * 60_000 })).stdout.trim();

/** A sentence where no Docker engine answers; `undefined` where one does. */
export const whyNoDocker = async (): Promise<string | undefined> => {
  try {
    await run('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: 10_000 });
    return undefined;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing ? 'there is no docker command.' : 'no Docker engine answers.';
  }
};

/** Starts one insecure node whose log is in memory, on a free port, and waits until it answers. */
export const startDockerServer = async () => {
  const settings = ['EVENTSTORE_INSECURE=true', 'EVENTSTORE_MEM_DB=true', 'EVENTSTORE_CLUSTER_SIZE=1'];
  const environment = settings.flatMap((setting) => ['--env', setting]);
  const id = await docker('run', '--detach', '--rm', '--publish', '127.0.0.1::2113', ...environment, image);
  const stop = async (): Promise<void> => {
    await docker('rm', '--force', '--volumes', id);
  };
  try {
    const address = await docker('port', id, '2113/tcp');
    const connectionString = `esdb://${address.split('\n')[0]}?tls=false`;
    await untilAnswering(connectionString);
    return { connectionString, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const untilAnswering = async (connectionString: string): Promise<void> => {
  for (let left = readyTries; ; left -= 1) {
    const store = eventStoreDbEventStore({ connectionString });
    try {
      await store.head();
      return;
    } catch (error) {
      if (left === 0) throw error;
      await delay(500);
    } finally {
      await store.close();
    }
  }
};
