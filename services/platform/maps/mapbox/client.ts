import type { ZodType } from 'zod';
import { MapsFailure } from '../failure.ts';
import type { CallKind, MapsBudget } from './budget.ts';

const second = 1000;
const minute = 60 * second;

export type MapboxClientOptions = {
  readonly token: string;
  /** Without a slash at its end. */
  readonly apiUrl: string;
  readonly budget: Pick<MapsBudget, 'take'>;
  /** Milliseconds that have passed since any fixed moment. */
  readonly elapsed: () => number;
  /** Called with each failure after which no call is made for a while. */
  readonly report: (failure: MapsFailure) => void;
  /** Milliseconds to wait for a whole answer. */
  readonly patience?: number;
};

type Call<Given, Answer> = {
  readonly kind: CallKind;
  /** Begins with a slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly shape: ZodType<Given>;
  /** The answer's content. Throws a `MapsFailure` where it cannot be right. */
  readonly read: (given: Given) => Answer;
  /** What the call is charged for: pairs of a matrix, else 1. */
  readonly units?: number;
};

/** No answer of the calls that Rondo makes has a tenth of this. */
const longestAnswer = 8_000_000;
const pauseAfterRefusal = 10 * minute;
export const pauseAfterFailure = 30 * second;
const [shortestPause, longestPause] = [second, 10 * minute];

/** How long to wait, in milliseconds: the seconds of the Retry-After header, or from the answer's date to the header's. */
const retryAfter = (headers: Headers): number => {
  const header = headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(header)
    ? Number(header) * second
    : Date.parse(header) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(wait) ? minute : Math.min(longestPause, Math.max(shortestPause, wait));
};

const failureOf = ({ status, headers }: Response): MapsFailure => {
  switch (status) {
    case 401:
      return new MapsFailure('refused', 'the token is not valid (401). Check MAPBOX_TOKEN or MAPBOX_SERVER_TOKEN.', {
        pause: pauseAfterRefusal,
      });
    case 403:
      return new MapsFailure(
        'refused',
        'the token may not be used by this server (403). A token that is restricted to web addresses works in browsers only; set MAPBOX_SERVER_TOKEN to one without such a restriction.',
        { pause: pauseAfterRefusal },
      );
    case 429:
      return new MapsFailure('limited', 'too many requests (429).', { pause: retryAfter(headers) });
    default:
      // A 4xx answer concerns this question only.
      return status >= 500
        ? new MapsFailure('unavailable', `status ${status}.`, { pause: pauseAfterFailure })
        : new MapsFailure('rejected', `the question was rejected with status ${status}.`, { pause: 0 });
  }
};

/** The body as text, up to the longest answer. */
const textOf = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  if (response.body === null) return text;
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestAnswer) throw new Error(`longer than ${longestAnswer} characters`);
  }
  return text + decoder.decode();
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MapsFailure('unavailable', 'the answer is not complete.', { pause: pauseAfterFailure, cause });
  }
};

export const budgetFailure = (): MapsFailure =>
  new MapsFailure('budget', 'the daily limit of calls was reached (MAPBOX_DAILY_LIMIT).', { pause: minute });

/** A single question can be wrong. When so many different ones are rejected in a row, the service itself has failed. */
const mostInARow = 3;
const mostRemembered = 1000;

/** The questions that the service has rejected since it last answered one of their kind, and those that are known to be wrong themselves. */
const rejections = () => {
  const inARow = new Map<CallKind, readonly string[]>();
  /** Rejected by a service that answered others after them, the oldest first. A studio's lists ask for them again and again. */
  const wrong = new Set<string>();
  return {
    answered: (kind: CallKind): void => {
      for (const question of inARow.get(kind) ?? []) wrong.add(question);
      for (const oldest of wrong) {
        if (wrong.size <= mostRemembered) break;
        wrong.delete(oldest);
      }
      inARow.delete(kind);
    },
    /**
     * A text that is still being typed is one question.
     * @returns true if no single question can be the reason
     */
    rejected: (kind: CallKind, question: string): boolean => {
      if (wrong.has(question)) return false;
      const others = (inARow.get(kind) ?? []).filter(
        (other) => !other.startsWith(question) && !question.startsWith(other),
      );
      const now = [...others, question].slice(-mostInARow);
      inARow.set(kind, now);
      return now.length === mostInARow;
    },
  };
};

/** Calls to Mapbox: within the daily budget, with a time limit, and none for a while after a failure. Rejects with a `MapsFailure`. */
export const mapboxClient = ({ token, apiUrl, budget, elapsed, report, patience = 5000 }: MapboxClientOptions) => {
  const pauses = new Map<CallKind, { readonly until: number; readonly failure: MapsFailure }>();

  const pausedBy = (kind: CallKind): MapsFailure | null => {
    const pause = pauses.get(kind);
    return pause !== undefined && pause.until > elapsed() ? pause.failure : null;
  };

  const pauseFor = (kind: CallKind, failure: MapsFailure): void => {
    if (failure.pause === 0 || pausedBy(kind) !== null) return;
    pauses.set(kind, { until: elapsed() + failure.pause, failure });
    report(failure);
  };

  const { answered, rejected } = rejections();

  /** The failure of one question, or of the service where it has rejected several in a row. */
  const judged = ({ kind, path, query }: Pick<Call<never, never>, 'kind' | 'path' | 'query'>, failure: MapsFailure) =>
    failure.reason === 'rejected' && rejected(kind, `${path} ${query['q'] ?? ''}`)
      ? new MapsFailure('rejected', 'several questions in a row were rejected.', {
          pause: pauseAfterFailure,
          cause: failure,
        })
      : failure;

  const send = async <Given, Answer>({ path, query, shape, read }: Call<Given, Answer>): Promise<Answer> => {
    const url = `${apiUrl}${path}?${new URLSearchParams({ ...query, access_token: token }).toString()}`;
    const lost = (cause: unknown) => new MapsFailure('unavailable', 'no answer.', { pause: pauseAfterFailure, cause });
    const signal = AbortSignal.timeout(patience);
    const response = await fetch(url, { signal, redirect: 'error' }).catch((cause: unknown) => {
      throw lost(cause);
    });
    if (!response.ok) {
      await response.body?.cancel().catch(() => undefined);
      throw failureOf(response);
    }
    const text = await textOf(response).catch((cause: unknown) => {
      throw lost(cause);
    });
    const answer = shape.safeParse(parsed(text));
    if (answer.success) return read(answer.data);
    throw new MapsFailure('wrong', 'the answer has another shape than documented.', {
      pause: pauseAfterFailure,
      cause: answer.error,
    });
  };

  return {
    get: async <Given, Answer>(call: Call<Given, Answer>): Promise<Answer> => {
      const paused = pausedBy(call.kind);
      if (paused !== null) throw paused;
      try {
        if (!(await budget.take(call.kind, call.units ?? 1))) throw budgetFailure();
        const answer = await send(call);
        answered(call.kind);
        return answer;
      } catch (error) {
        if (!(error instanceof MapsFailure)) throw error;
        const failure = judged(call, error);
        pauseFor(call.kind, failure);
        throw failure;
      }
    },
    /** Why no call of some kind is made right now; null if all are. */
    failure: (): MapsFailure | null => [...pauses.keys()].map(pausedBy).find((failure) => failure !== null) ?? null,
  };
};
export type MapboxClient = ReturnType<typeof mapboxClient>;
