import { z } from 'zod';
import { allCategories } from './categories.ts';
import type { EventDefinition } from './event.ts';

// events/golden keeps one event of every type and version for ever, and the schema that each version had: the log of a studio that has been
// with us for years must stay readable, and nobody changes what is written there without a new version.

/** An event as a file of `events/golden` has it. */
export const goldenEvent = z.object({ type: z.string(), version: z.number().int(), data: z.unknown() });

/** `student/StudentRegistered.1`: the file's name without its ending, and the key of its schema. */
const goldenName = (category: string, type: string, version: number): string => `${category}/${type}.${version}`;

/** What events of a type must look like at its newest version, as JSON Schema. Refinements are not part of it. */
export const schemaOf = (definition: EventDefinition): unknown =>
  z.toJSONSchema(definition.data, { io: 'output', unrepresentable: 'any' });

/** Every type at every version that it ever had. */
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
