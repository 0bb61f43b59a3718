import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { fileForm, type Answer, type Visitor } from '../../testing/visitor.ts';

export const studioPath = '/api/studio.jsonl';

export const bring = (visitor: Visitor, file: string, headers = {}): Promise<Answer> =>
  visitor.call('POST', studioPath, fileForm(file, 'studio.jsonl'), headers);

const line = z.looseObject({
  stream: z.string(),
  revision: z.number(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  metadata: z.looseObject({ studioId: z.string(), actor: z.string() }),
});
export type Line = z.infer<typeof line>;

export const linesIn = (file: string): Line[] =>
  file
    .trimEnd()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)));

export const fileOf = (lines: readonly unknown[]): string => lines.map((one) => `${JSON.stringify(one)}\n`).join('');

/** The same studio as another server would have it: with an id and events of its own. */
export const ofAnotherServer = (file: string): string =>
  file
    .replaceAll(linesIn(file)[0]?.metadata.studioId ?? '', randomUUID())
    .replaceAll(/"eventId":"[^"]+"/g, () => `"eventId":"${randomUUID()}"`);

/** A file with a further event of a stream, as if the studio had recorded it last. */
export const withEvent = (file: string, stream: (studioId: string) => string, type: string, data: unknown): string => {
  const lines = linesIn(file);
  const last = lines.at(-1);
  const name = stream(last?.metadata.studioId ?? '');
  const revision = lines.filter((one) => one.stream === name).length;
  return fileOf([...lines, { ...last, stream: name, revision, eventId: randomUUID(), type, data }]);
};
