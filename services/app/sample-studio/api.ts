import type { WaitingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import { getSampleStudio, loadSampleStudio, removeSampleStudio } from '@rondo/contracts/api/studio.ts';
import { withBatch } from '../../platform/http/answer.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Maps } from '../../platform/maps/drive-time.ts';
import type { StudioClock } from '../../domain/studio/clock.ts';
import type { SampleStudio } from './sample-studio.ts';

export type SampleRouteDependencies = {
  readonly sample: SampleStudio;
  readonly clock: StudioClock;
  readonly mapsFor: (studioId: string) => Maps;
  /** Resolves once the read models that a call declares show everything written so far. */
  readonly shown: (endpoint: WaitingEndpoint) => Promise<unknown>;
};

/** Loads and removes the sample studio. */
export const sampleStudioRoutes = ({ sample, clock, mapsFor, shown }: SampleRouteDependencies): Route[] => [
  route(getSampleStudio, (_, { actor }) => sample.status(actor.studioId)),
  route(loadSampleStudio, async (_, { actor, command, endpoint }) => {
    const { today } = await clock.today(actor.studioId);
    const { batchId } = await sample.load(command, mapsFor(actor.studioId), today);
    await shown(endpoint);
    return withBatch(batchId, await sample.status(actor.studioId));
  }),
  route(removeSampleStudio, async (_, { actor, command, endpoint }) => {
    const { today } = await clock.today(actor.studioId);
    const { batchId } = await sample.remove(command, today);
    await shown(endpoint);
    return withBatch(batchId, { success: true });
  }),
];
