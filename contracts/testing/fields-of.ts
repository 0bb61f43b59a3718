import { z } from 'zod';
import type { Endpoint } from '../api/endpoint.ts';

export type Field = { readonly path: string; readonly schema: z.core.$ZodType };

/** A schema without what only says that it may be absent, or what becomes of it. */
const bare = (schema: z.core.$ZodType): z.core.$ZodType => {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodCatch
  )
    return bare(schema.def.innerType);
  return schema instanceof z.ZodPipe ? bare(schema.def.in) : schema;
};

const fieldsIn = (schema: z.core.$ZodType, path: string): Field[] => {
  const inner = bare(schema);
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([name, field]) => [
      { path: `${path}.${name}`, schema: field },
      ...fieldsIn(field, `${path}.${name}`),
    ]);
  if (inner instanceof z.ZodArray)
    return [{ path: `${path}[]`, schema: inner.def.element }, ...fieldsIn(inner.def.element, `${path}[]`)];
  if (inner instanceof z.ZodUnion) return inner.def.options.flatMap((option) => fieldsIn(option, path));
  if (inner instanceof z.ZodRecord)
    return [{ path: `${path}[]`, schema: inner.def.valueType }, ...fieldsIn(inner.def.valueType, `${path}[]`)];
  return [];
};

/** Everything that a caller of the API passes by name, at any depth. */
export const fieldsOf = ({ method, path, params, query, body }: Endpoint): Field[] =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? fieldsIn(schema, `${method} ${path} ${part}`) : [],
  );

/** Whether a field takes a value. */
export const takes = ({ schema }: Field, value: unknown): boolean => z.safeParse(schema, value).success;
