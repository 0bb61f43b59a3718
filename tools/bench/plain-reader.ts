// Two ways to read an answer. The first reads as a browser does: over one connection that stays open, compressed, unpacked in one piece. `fetch` of
// Node.js unpacks through streams and adds waits of its own: up to 40 ms for every fifth answer that unpacks to a megabyte.
import { Agent, get, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** What reads an answer to its last byte and unpacks it. @throws Error for another answer than 200 */
export type Reader = (url: string, headers: Readonly<Record<string, string>>) => Promise<void>;

const agent = new Agent({ keepAlive: true });

const answerOf = (url: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { ...headers, 'Accept-Encoding': 'gzip' } }, resolve).on('error', reject);
  });

const refuse = (url: string, status: number | undefined): void => {
  if (status !== 200) throw new Error(`${url} was answered with ${status}.`);
};

export const readPlainly: Reader = async (url, headers) => {
  const answer = await answerOf(url, headers);
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  refuse(url, answer.statusCode);
  if (answer.headers['content-encoding'] === 'gzip') gunzipSync(Buffer.concat(parts));
};

export const readByFetch: Reader = async (url, headers) => {
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  refuse(url, answer.status);
};
