declare global {
  /** The requests that index.html made before the app's code had loaded, by address. */
  var rondoEarly: Map<string, Promise<Response>> | undefined;
}

/** The answer to a request that index.html has made already; undefined if it made none. Each is given once. */
export const takeEarly = (url: string): Promise<Response> | undefined => {
  const answer = globalThis.rondoEarly?.get(url);
  globalThis.rondoEarly?.delete(url);
  return answer;
};

/** Drops what was asked early and not taken, because it soon is out of date. An answer that nobody reads would keep its connection busy. */
export const forgetEarly = (): void => {
  const untaken = [...(globalThis.rondoEarly?.values() ?? [])];
  globalThis.rondoEarly?.clear();
  for (const answer of untaken) void answer.then((response) => response.body?.cancel()).catch(() => undefined);
};
