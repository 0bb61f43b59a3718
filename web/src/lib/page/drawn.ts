/** Ends once the first page is on the screen: what it does not need loads after this. */
const { promise: drawn, resolve } = Promise.withResolvers<void>();
let isDone = false;

/** The first page has been rendered, and is drawn with the next frame. A window in the background draws none. */
export const drawNext = (): void => {
  const next = (): void =>
    void setTimeout(() => {
      isDone = true;
      resolve();
    });
  if (document.visibilityState === 'visible') requestAnimationFrame(next);
  else next();
};

const nextTask = (): Promise<void> => new Promise((done) => setTimeout(done));

/** What waits in one line: a map's roads not behind the drives of a week. */
type Line = 'code' | 'drives' | 'roads';
const lastOf = new Map<Line, Promise<void>>();

/** Ends after the first page is drawn, in a task of its own for every caller of a line: what many begin at once would block the page. */
export const turnAfterDrawn = (line: Line): Promise<void> => {
  const turn = (lastOf.get(line) ?? drawn).then(nextTask);
  lastOf.set(line, turn);
  return turn;
};

let all: Promise<unknown> = drawn;

/** Lets work go first that draws what the user came for, such as the streets of a day: what `allDrawn` delays waits for it too. */
export const drawFirst = (work: Promise<void>): void => {
  all = Promise.all([all, work]);
};

/** Ends once the first page is on the screen, and what goes first after that. */
export const allDrawn = async (): Promise<void> => {
  await drawn;
  await all;
};

/** Whether the first page is on the screen already. */
export const isDrawn = (): boolean => isDone;

/** Fetches code that a click may need, once the page is drawn and the browser has nothing else to do. */
export const fetchIdly = (load: () => Promise<unknown>): void => {
  const fetch = (): void => void load().catch(() => undefined);
  void drawn.then(() => ('requestIdleCallback' in globalThis ? requestIdleCallback(fetch) : setTimeout(fetch, 500)));
};

/** Loads code that the first page does not need, after that page is drawn. */
export const afterDrawn = async <Code>(load: () => Promise<Code>): Promise<Code> => {
  await turnAfterDrawn('code');
  return load();
};
