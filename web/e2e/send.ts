import type { Page } from 'playwright';

/** Calls the API directly, as another window of the same user would. */
export const send = async (
  { request }: Pick<Page, 'request'>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: unknown,
): Promise<{ ok: boolean; text: string; body: unknown }> => {
  // A kept-alive connection may close just as it is used again.
  const response = await request.fetch(path, { method, maxRetries: 2, ...(data === undefined ? {} : { data }) });
  const text = await response.text();
  const isJson = response.headers()['content-type']?.includes('json') === true;
  return { ok: response.ok(), text, body: isJson ? JSON.parse(text) : undefined };
};
