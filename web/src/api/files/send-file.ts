/** How much of a file has been sent, in bytes of its request. */
export type Sent = { readonly sent: number; readonly total: number };

const headersOf = (request: XMLHttpRequest): Headers => {
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
};

/** Sends a form as `fetch` does, and says how much of it has been sent, which `fetch` does not. The answer can be read while it arrives. */
export const sendForm =
  (onSent: (sent: Sent) => void) =>
  (url: string, init: RequestInit, goesOn: () => void): Promise<Response> =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'POST', url);
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        goesOn();
        onSent({ sent: loaded, total });
      });
      let read = 0;
      const encoder = new TextEncoder();
      let body: ReadableStreamDefaultController<Uint8Array> | undefined;
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          body = controller;
        },
        cancel: () => request.abort(),
      });
      const pass = (): void => {
        const text = request.responseText.slice(read);
        read += text.length;
        if (text !== '') body?.enqueue(encoder.encode(text));
      };
      const fail = (): void => {
        const error = new TypeError('The request failed.');
        reject(error);
        body?.error(error);
      };
      request.addEventListener('readystatechange', () => {
        if (request.readyState === XMLHttpRequest.HEADERS_RECEIVED && request.status > 0)
          resolve(new Response(stream, { status: request.status, headers: headersOf(request) }));
      });
      request.addEventListener('progress', pass);
      request.addEventListener('load', () => {
        pass();
        body?.close();
      });
      for (const end of ['error', 'abort', 'timeout']) request.addEventListener(end, fail);
      init.signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(init.body instanceof FormData ? init.body : null);
    });
