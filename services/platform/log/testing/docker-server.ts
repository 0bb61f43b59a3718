import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';

/** The server that docker-compose.yml starts. */
export const image = 'eventstore/eventstore:24.10.5';
const port = 2113;
/** The image may have to be downloaded first. */
const startMilliseconds = 5 * 60_000;

/** Why no container engine can be used; `undefined` when one answers. */
export const whyNoDocker = async (): Promise<string | undefined> => {
  try {
    await getContainerRuntimeClient();
    return undefined;
  } catch {
    return 'no Docker engine answers.';
  }
};

/** Starts one insecure node whose log is in memory, on a free port, and waits until it answers. */
export const startDockerServer = async () => {
  const container = await new GenericContainer(image)
    .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true', EVENTSTORE_CLUSTER_SIZE: '1' })
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forHttp('/health/live', port).forStatusCode(204))
    .withStartupTimeout(startMilliseconds)
    .start();
  return {
    connectionString: `esdb://${container.getHost()}:${container.getMappedPort(port)}?tls=false`,
    stop: async (): Promise<void> => {
      await container.stop();
    },
  };
};
