import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import express from 'express';

export type BareSelects = {
  readonly studioId: string;
  /** The SELECTs of a read, given where the live rows of a model are; `$1` is the studio. */
  readonly selects: (schemaOf: (model: string) => string) => readonly string[];
  /** The JSON answer, from the rows of each SELECT. */
  readonly answer: (rows: readonly (readonly unknown[])[]) => unknown;
};

/** A baseline for a read: Express and `pg` with nothing but its SELECTs. */
export const startBareSelects = async (connectionString: string, { studioId, selects, answer }: BareSelects) => {
  const pool = connectionPool({ connectionString, max: 8, name: 'rondo bench' });
  const { rows: live } = await pool.query<{ model: string; schema_name: string }>(
    "select model, schema_name from projections.read_models where state = 'live'",
  );
  const texts = selects((model) => `"${live.find((row) => row.model === model)?.schema_name}"`);
  const app = express();
  app.get('/rows', async (_request, response) => {
    const found = await Promise.all(texts.map((text) => pool.query(text, [studioId])));
    response.json(answer(found.map(({ rows }) => rows)));
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => server.once('listening', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/rows`,
    stop: async () => {
      await new Promise((resolve) => server.close(resolve));
      await pool.end();
    },
  };
};
