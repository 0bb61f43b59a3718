import type { EventCategory } from './event.ts';

/** The parts of a stream's name: `<category>-<studio>.<entity>`, `<category>-<studio>` if a studio has only one such stream, or `<category>` if there is only one in all. */
export type StreamName = {
  readonly category: string;
  readonly studioId: string | null;
  readonly entityId: string | null;
};

type Named = Pick<EventCategory, 'name'>;

/** The name of a stream. Categories have no hyphen and studio ids no dot. */
export const streamName = ({ name }: Named, studioId?: string, entityId?: string): string => {
  if (studioId === undefined) return name;
  return entityId === undefined ? `${name}-${studioId}` : `${name}-${studioId}.${entityId}`;
};

/** Reads any text as a stream's name, part by part; missing parts are null. */
export const parseStreamName = (stream: string): StreamName => {
  const hyphen = stream.indexOf('-');
  if (hyphen < 0) return { category: stream, studioId: null, entityId: null };
  const category = stream.slice(0, hyphen);
  const rest = stream.slice(hyphen + 1);
  const dot = rest.indexOf('.');
  if (dot < 0) return { category, studioId: rest, entityId: null };
  return { category, studioId: rest.slice(0, dot), entityId: rest.slice(dot + 1) };
};

/** The student, teacher or report that the stream belongs to. @throws Error for a stream that belongs to no single entity */
export const entityOf = (stream: string): string => {
  const { entityId } = parseStreamName(stream);
  if (entityId === null) throw new Error(`The stream ${stream} names no entity.`);
  return entityId;
};

/** The prefix of a category's stream names: of every studio, or of one. */
export const streamPrefix = ({ name }: Named, studioId = ''): string => `${name}-${studioId}`;
