import { z } from 'zod';

/** One event type at its newest version: the schema of its data, and the upcasters from each older version. */
export type EventDefinition<Type extends string = string, Schema extends z.ZodType = z.ZodType> = {
  readonly type: Type;
  readonly version: number;
  readonly data: Schema;
  /** `upcasters[n]` turns data of version n into data of version n + 1. */
  readonly upcasters: Readonly<Record<number, (data: unknown) => unknown>>;
};

export const defineEvent = <const Type extends string, Schema extends z.ZodType>(
  type: Type,
  data: Schema,
  older: { version: number; upcasters: Record<number, (data: unknown) => unknown> } = { version: 1, upcasters: {} },
): EventDefinition<Type, Schema> => ({ type, data, ...older });

/** A stream category and the events that its streams hold. */
export type EventCategory<Definitions extends readonly EventDefinition[] = readonly EventDefinition[]> = {
  readonly name: string;
  readonly definitions: Definitions;
};

export const defineCategory = <const Definitions extends readonly EventDefinition[]>(
  name: string,
  definitions: Definitions,
): EventCategory<Definitions> => ({ name, definitions });

/** The union of a category's events: `{ type, data }`, discriminated by `type`. */
export type EventOf<Category extends EventCategory> =
  Category extends EventCategory<infer Definitions>
    ? {
        [K in keyof Definitions]: Definitions[K] extends EventDefinition<infer Type, infer Schema>
          ? { readonly type: Type; readonly data: z.output<Schema> }
          : never;
      }[number]
    : never;

/** Metadata that the log stores with an event. No personal data, no secrets. */
export const eventMetadata = z.object({
  commandId: z.string(),
  inputHash: z.string(),
  correlationId: z.string(),
  causationId: z.string(),
  batchId: z.string(),
  studioId: z.string(),
  actor: z.string(),
  schemaVersion: z.number().int(),
  /** The batch that this event's batch undoes; absent otherwise. */
  undoes: z.string().optional(),
  /** The time at which an imported event was first recorded; readers prefer it. */
  importedRecordedAt: z.string().optional(),
});
export type EventMetadata = z.infer<typeof eventMetadata>;

class UnknownEvent extends Error {}

/**
 * Reads an event's data as its newest version: upcast step by step, then checked.
 * @throws UnknownEvent when the category has no such type or the version is newer than this code
 * @throws z.ZodError when the data does not fit
 */
export const readEvent = <Category extends EventCategory>(
  category: Category,
  recorded: { type: string; data: unknown; schemaVersion: number },
): EventOf<Category> => {
  const definition = category.definitions.find(({ type }) => type === recorded.type);
  if (!definition) throw new UnknownEvent(`${category.name} streams hold no event ${recorded.type}.`);
  if (recorded.schemaVersion > definition.version)
    throw new UnknownEvent(`${recorded.type} version ${recorded.schemaVersion} is newer than this Rondo knows.`);
  let data = recorded.data;
  for (let version = recorded.schemaVersion; version < definition.version; version += 1) {
    const upcast = definition.upcasters[version];
    if (!upcast) throw new UnknownEvent(`${recorded.type} has no way from version ${version} to ${version + 1}.`);
    data = upcast(data);
  }
  return eventOf(category, recorded.type, data);
};

/**
 * Checks data against the newest schema of a type, as every write does.
 * @throws UnknownEvent, z.ZodError
 */
export const eventOf = <Category extends EventCategory>(
  category: Category,
  type: string,
  data: unknown,
): EventOf<Category> => {
  const definition = category.definitions.find((candidate) => candidate.type === type);
  if (!definition) throw new UnknownEvent(`${category.name} streams hold no event ${type}.`);
  const event: unknown = { type, data: definition.data.parse(data) };
  if (!isEventOf(category, definition.type, event))
    throw new UnknownEvent(`${type} is not an event of ${category.name}.`);
  return event;
};

/**
 * Whether what was read of a type is an event of a category. The category's schema parsed its data where it was read, so the predicate is
 * sound.
 */
export const isEventOf = <Category extends EventCategory>(
  category: Category,
  type: string,
  event: unknown,
): event is EventOf<Category> =>
  typeof event === 'object' && event !== null && category.definitions.some((candidate) => candidate.type === type);
