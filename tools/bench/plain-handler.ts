import { createServer } from 'node:http';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import express from 'express';

/** The baseline for the round trip: plain Express and pg, one INSERT and one SELECT of the row, nothing else. */
export const startPlainHandler = async (
  connectionString: string,
): Promise<{ url: string; stop: () => Promise<void> }> => {
  const pool = connectionPool({ connectionString, max: 12, name: 'rondo bench' });
  await pool.query(
    'create table if not exists bench_plain (id bigserial primary key, name text not null, edits integer not null)',
  );
  const app = express();
  app.use(express.json());
  app.put('/students/:id', async (request, response) => {
    const inserted = await pool.query('insert into bench_plain (name, edits) values ($1, $2) returning id', [
      String(request.body.firstName),
      1,
    ]);
    const found = await pool.query('select * from bench_plain where id = $1', [inserted.rows[0].id]);
    response.json(found.rows[0]);
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await new Promise((resolve) => server.close(resolve));
      await pool.query('drop table bench_plain');
      await pool.end();
    },
  };
};
