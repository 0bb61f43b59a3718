import type { Endpoint } from '@rondo/contracts/api/endpoint.ts';
import { z } from 'zod';

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): unknown => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const parameters = (where: 'path' | 'query', schema: z.ZodObject | undefined): unknown[] =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !isOptional(field),
    schema: jsonSchema(asType(field), 'input'),
  }));

const isOptional = (field: unknown): boolean => field instanceof z.ZodType && field.safeParse(undefined).success;
const asType = (field: unknown): z.ZodType => (field instanceof z.ZodType ? field : z.unknown());

const problem = {
  description: 'Refused: one sentence for a person.',
  content: {
    'application/problem+json': {
      schema: {
        type: 'object',
        properties: {
          type: { type: 'string' },
          title: { type: 'string' },
          status: { type: 'integer' },
          detail: { type: 'string' },
          errors: {
            type: 'array',
            items: { type: 'object', properties: { pointer: { type: 'string' }, detail: { type: 'string' } } },
          },
        },
      },
    },
    'text/plain': { schema: { type: 'string' } },
  },
};

const oneFile = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary' } },
  required: ['file'],
};

const operation = (endpoint: Endpoint): unknown => ({
  summary: endpoint.summary,
  security: endpoint.access === 'anyone' ? [] : [endpoint.access === 'family' ? { family: [] } : { session: [] }],
  parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
  ...(endpoint.body
    ? {
        requestBody: {
          required: !isOptional(endpoint.body),
          content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
        },
      }
    : {}),
  ...(endpoint.upload
    ? { requestBody: { required: true, content: { 'multipart/form-data': { schema: oneFile } } } }
    : {}),
  responses: {
    200: { description: 'Done.', content: { 'application/json': { schema: jsonSchema(endpoint.response, 'output') } } },
    default: problem,
  },
});

/** Shared calendars are served outside the API, to calendar apps. */
const sharedCalendar = {
  summary: 'A shared calendar, for calendar apps: the token is that of the address that sharing answers.',
  security: [],
  parameters: [{ name: 'token', in: 'path', required: true, schema: { type: 'string', pattern: '^[\\w-]{43}$' } }],
  responses: {
    200: { description: 'The calendar.', content: { 'text/calendar': { schema: { type: 'string' } } } },
    304: { description: 'The caller has it already.' },
    404: { description: 'There is no such calendar, or no longer.' },
    429: { description: 'Too many wrong addresses.' },
  },
};

/** The OpenAPI 3.1 document of the declared calls. @param cookie the name of the session’s */
export const openApiDocument = (endpoints: readonly Endpoint[], cookie: string): unknown => {
  const paths: Record<string, Record<string, unknown>> = { '/feeds/{token}.ics': { get: sharedCalendar } };
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Rondo', version: '0.1.0', license: { name: 'MIT' } },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
        family: { type: 'apiKey', in: 'cookie', name: cookie.replace('rondo.sid', 'rondo-family') },
      },
    },
    paths,
  };
};
