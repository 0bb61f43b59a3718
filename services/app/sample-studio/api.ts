import type { WaitingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import { getSampleStudio, loadSampleStudio, removeSampleStudio } from '@rondo/contracts/api/studio/studio.ts';
import { withBatch } from '../../platform/http/answer.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/kit/services.ts';
import { loadSample, removeSample, sampleStatus } from './sample-studio.ts';

/** Loads and removes the sample studio. */
export const sampleStudioRoutes = (services: Parameters<typeof loadSample>[0] & Pick<Services, 'store'>): Route[] => {
  const settled = async (endpoint: WaitingEndpoint): Promise<boolean> =>
    services.models.settled(await services.store.head(), endpoint);
  return [
    route(getSampleStudio, (_, { actor }) => sampleStatus(services, actor.studioId)),
    route(loadSampleStudio, async (_, { actor, command, endpoint }) => {
      const batchId = await loadSample(services, command);
      await settled(endpoint);
      return withBatch(batchId, await sampleStatus(services, actor.studioId));
    }),
    route(removeSampleStudio, async (_, { command, endpoint }) => {
      const batchId = await removeSample(services, command);
      await settled(endpoint);
      return withBatch(batchId, { success: true });
    }),
  ];
};
