import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { billingEvents } from '@rondo/contracts/events/billing/billing.ts';
import { erasureEvents } from '@rondo/contracts/events/erasures.ts';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import { everyVersion, goldenEvent } from '@rondo/contracts/events/golden-record.ts';
import { logEvents } from '@rondo/contracts/events/log.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { studioEvents } from '@rondo/contracts/events/studio.ts';
import type { Fact } from './facts.ts';

const golden = path.resolve(import.meta.dirname, '../../contracts/events/golden');

/** The stream of a category's golden events: one studio, one teacher, one student, one report. */
const streamOf = (category: EventCategory): string => {
  if (category === erasureEvents || category === logEvents) return streamName(category);
  const isOnlyOne = category === studioEvents || category === billingEvents;
  return streamName(category, 'studio', isOnlyOne ? undefined : 'one');
};

/** One event of every type and version that ever existed, as the log would have recorded it, in the order of a studio's life. */
export const goldenFacts = (): Promise<Fact[]> =>
  Promise.all(
    everyVersion().map(async ({ category, name }) => {
      const { type, version, data } = goldenEvent.parse(
        JSON.parse(await readFile(path.join(golden, `${name}.json`), 'utf8')),
      );
      return { stream: streamOf(category), type, data, schemaVersion: version, studioId: 'studio' };
    }),
  );
