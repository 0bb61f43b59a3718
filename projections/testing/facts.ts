import { randomUUID } from 'node:crypto';
import type { SourceEvent } from '../runner/source.ts';

export type Fact = {
  readonly stream: string;
  readonly type: string;
  readonly data: unknown;
  readonly studioId?: string;
  readonly schemaVersion?: number;
  readonly batchId?: string;
  /** The batch that this one undoes. */
  readonly undoes?: string;
};

/** Events as the log would record them, at consecutive positions. */
export const recorder = () => {
  const revisions = new Map<string, number>();
  let i = -1;
  return ({ stream, type, data, studioId = 'studio', schemaVersion = 1, batchId, undoes }: Fact): SourceEvent => {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    i += 1;
    return {
      position: String(i + 1),
      stream,
      revision,
      eventId: randomUUID(),
      type,
      data,
      recordedAt: `2026-11-23T15:00:${String(i % 60).padStart(2, '0')}.000000Z`,
      metadata: {
        commandId: `command ${i}`,
        inputHash: '',
        correlationId: '',
        causationId: '',
        batchId: batchId ?? `batch ${i}`,
        studioId,
        actor: 'dana',
        schemaVersion,
        ...(undoes === undefined ? {} : { undoes }),
      },
    };
  };
};
