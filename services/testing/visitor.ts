export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
  readonly json: any;
};

/** The body of a successful answer. */
// oxlint-disable-next-line typescript/no-explicit-any -- as `Answer.json`
export const ok = ({ status, text, json }: Answer): any => {
  if (status !== 200) throw new Error(`Expected 200, not ${status} ${text}`);
  return json;
};

/** The status of an answer with its sentence. */
export const refused = ({ status, text }: Answer): [number, string] => [status, text];

/** The batch that a command appended. */
export const batchOf = ({ headers }: Answer): string => headers.get('rondo-batch') ?? '';

/** A caller of the API with a cookie jar. */
export class Visitor {
  readonly #url: string;
  #cookie: string | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** The Cookie header of the session. */
  get cookies(): Record<string, string> {
    return this.#cookie === undefined ? {} : { Cookie: this.#cookie };
  }

  async call(
    method: string,
    pathname: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const response = await fetch(this.#url + pathname, {
      method,
      redirect: 'manual',
      headers: {
        ...this.cookies,
        ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: bodyOf(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) this.#cookie = cookie.split(';', 1)[0];
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
  }

  get(pathname: string, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.call('GET', pathname, undefined, headers);
  }

  post(pathname: string, body: unknown = {}, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.call('POST', pathname, body, headers);
  }

  put(pathname: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.call('PUT', pathname, body, headers);
  }

  patch(pathname: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.call('PATCH', pathname, body, headers);
  }

  delete(pathname: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.call('DELETE', pathname, body, headers);
  }

  /** Registers a new account and stays signed in. */
  async register(email: string, timeZone = 'America/Chicago'): Promise<this> {
    const { status, text } = await this.post('/api/register', {
      email,
      password: 'six-strings',
      firstName: 'Dana',
      timeZone,
    });
    if (status !== 200) throw new Error(`Registering failed: ${status} ${text}`);
    return this;
  }
}

const bodyOf = (body: unknown): string | FormData =>
  typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body);

/** A multipart form with one file. */
export const fileForm = (content: string | Uint8Array<ArrayBuffer>, name = 'families.vcf'): FormData => {
  const form = new FormData();
  form.set('file', new File([content], name));
  return form;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The answer of a restore once it is over: on a crowded machine it answers before it ends. */
export const endOfRestore = async (
  visitor: Visitor,
  answer: Answer,
  restoreId: string = answer.json?.restoreId,
): Promise<Answer> => {
  if (answer.status !== 202) return answer;
  const over = await visitor.call('GET', `/api/restores/${restoreId}`, undefined, { Accept: 'text/event-stream' });
  if (!over.text.includes('"status":"completed"')) throw new Error(`The restore did not complete: ${over.text}`);
  return { ...answer, status: 200, json: { restoreId, status: 'completed' } };
};

/** Restores the studio to a moment; what follows finds it restored, also on a crowded machine. */
export const restoreTo = async (visitor: Visitor, asOf: string): Promise<Answer> =>
  endOfRestore(visitor, await visitor.post('/api/restore', { asOf }));
