import { once } from 'node:events';
import { studioFile } from '@rondo/contracts/api/studio/studio-file.ts';
import { callerGone } from '../../../platform/http/caller-gone.ts';
import { streamed } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { exportStreams } from './export-studio.ts';

/** What is written to a connection at once, in characters. */
const chunk = 64 * 1024;

/** The studio's history as a file, which is sent while it is read. */
export const studioFileRoutes = (services: Pick<Services, 'reactorsIdle' | 'store' | 'streams' | 'turns'>): Route[] => [
  route(studioFile, async (_, { actor: { studioId }, response }) => {
    const left = callerGone(response);
    const pause = pauses();
    let text = '';
    const send = async (): Promise<void> => {
      if (!response.headersSent)
        response
          .set('Content-Disposition', 'attachment; filename="studio.jsonl"')
          .set('Cache-Control', 'no-store')
          .type('application/jsonl');
      if (!response.write(text)) await once(response, 'drain', { signal: left });
      text = '';
    };
    // Where the file is imported, nothing does what reactors have yet to do here.
    await services.reactorsIdle();
    try {
      const lines = exportStreams(services, studioId);
      /** Reads what is written at once. @returns whether the history goes on */
      const readOn = async (): Promise<boolean> => {
        while (text.length < chunk) {
          const { done, value } = await lines.next();
          if (done === true) return false;
          text += `${value}\n`;
          await pause();
        }
        return true;
      };
      // No turn is held while the caller receives what was read.
      for (let goesOn = true; goesOn;) {
        left.throwIfAborted();
        goesOn = await services.turns.inTurn(readOn, response.headersSent);
        await send();
      }
      response.end();
    } catch (error) {
      // Once a part is sent, an error breaks the connection: nobody takes the part for the whole file.
      if (!left.aborted) throw error;
    }
    return streamed;
  }),
];
