import type { Page } from 'playwright';

/** Waits until the lists show what was saved up to a position, which a busy server names because they do not show it yet. */
const waitForLists = async ({ request }: Pick<Page, 'request'>, position: string): Promise<void> => {
  for (let waiting: string | undefined = position; waiting !== undefined;) {
    const answer = await request.fetch('/api/teachers', { headers: { 'Rondo-Position': position }, maxRetries: 2 });
    waiting = answer.headers()['rondo-position'];
  }
};

/** Calls the API directly, as another window of the same user would. What it saves is in the lists once it returns. */
export const send = async (
  page: Pick<Page, 'request'>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: unknown,
): Promise<{ ok: boolean; text: string; body: unknown }> => {
  // A kept-alive connection may close just as it is used again.
  const response = await page.request.fetch(path, { method, maxRetries: 2, ...(data === undefined ? {} : { data }) });
  const position = response.headers()['rondo-position'];
  if (position !== undefined) await waitForLists(page, position);
  const text = await response.text();
  const isJson = response.headers()['content-type']?.includes('json') === true;
  return { ok: response.ok(), text, body: isJson ? JSON.parse(text) : undefined };
};
