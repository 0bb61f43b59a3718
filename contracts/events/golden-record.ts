import { z } from 'zod';
import { allCategories } from './categories.ts';
import type { EventDefinition } from './event.ts';

// events/golden permanently keeps one event of every type and version, and the schema of each version: logs that are years old must stay
// readable, and no recorded shape may change without a new version.

/** An event as a file of `events/golden` has it. */
export const goldenEvent = z.object({ type: z.string(), version: z.number().int(), data: z.unknown() });

/** `student/StudentRegistered.1`: the file's name without its extension, and the key of its schema. */
const goldenName = (category: string, type: string, version: number): string => `${category}/${type}.${version}`;

/** What events of a type must look like at its newest version, as JSON Schema. Refinements are not part of it. */
export const schemaOf = (definition: EventDefinition): unknown =>
  JSON.parse(JSON.stringify(z.toJSONSchema(definition.data, { io: 'output', unrepresentable: 'any' })));

const objectSchema = z.looseObject({
  default: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).default([]),
});

/** The same text for the same keywords, whatever their order. */
const textOf = (keywords: object): string =>
  JSON.stringify(Object.entries(keywords).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const hasDefault = (schema: unknown): boolean => 'default' in objectSchema.parse(schema);

/**
 * Where a schema differs from the recorded one. A new field with a default is not a difference: events without it are read as if
 * written with the default.
 */
export const departures = (recorded: unknown, now: unknown, at = 'data'): string[] => {
  // A schema can be a boolean: `items` is false where a tuple ends.
  const isWhole = [recorded, now].some((schema) => schema === undefined || typeof schema === 'boolean');
  if (isWhole) return recorded === now ? [] : [at];
  const {
    properties: old,
    required: wasRequired,
    items: oldItems,
    anyOf: oldChoices,
    ...before
  } = objectSchema.parse(recorded);
  const { properties, required, items, anyOf, ...after } = objectSchema.parse(now);
  const added = new Set(Object.keys(properties).filter((name) => !(name in old) && hasDefault(properties[name])));
  const stillRequired = required.filter((name) => !added.has(name));
  const same = textOf({ ...before, wasRequired }) === textOf({ ...after, wasRequired: stillRequired });
  const names = [...new Set([...Object.keys(old), ...Object.keys(properties)])].filter((name) => !added.has(name));
  return [
    ...(same && oldChoices.length === anyOf.length ? [] : [at]),
    ...names.flatMap((name) => departures(old[name], properties[name], `${at}.${name}`)),
    ...departures(oldItems, items, `${at}[]`),
    ...oldChoices.flatMap((choice, i) => (i < anyOf.length ? departures(choice, anyOf[i], at) : [])),
  ];
};

/** Every type at every version that ever existed. */
export const everyVersion = () =>
  allCategories.flatMap((category) =>
    category.definitions.flatMap((definition) =>
      Array.from({ length: definition.version }, (_, i) => ({
        category,
        definition,
        version: i + 1,
        name: goldenName(category.name, definition.type, i + 1),
        isNewest: i + 1 === definition.version,
      })),
    ),
  );
