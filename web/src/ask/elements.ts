type Attributes = Readonly<Record<string, string | boolean>>;
type Child = Node | string;

/** An element with its attributes and what is in it. A false attribute is left out. */
export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) made.setAttribute(name, value === true ? '' : value);
  made.append(...children);
  return made;
};

export const classes = {
  field: 'min-h-11 w-full rounded-control border border-control bg-card px-3.5 text-[16px]',
  button: 'min-h-12 w-full rounded-control bg-accent-fill px-4 text-[16px] font-strong text-on-accent',
  quiet: 'text-ink-2',
  wrong: 'text-small text-bad',
} as const;

/** The head, the part that changes, and the foot of every state of the page. */
export const showPage = (studioName: string, heading: string, ...parts: readonly Child[]): void => {
  document.title = heading;
  document
    .querySelector('#root')
    ?.replaceChildren(
      element(
        'div',
        { class: 'mx-auto flex min-h-dvh max-w-[640px] flex-col desk:py-8' },
        element(
          'header',
          { class: 'flex min-h-14 items-center gap-2.5 px-4 py-2 text-lead font-title desk:px-0' },
          element('img', { src: '/icon.svg', alt: '', width: '26', height: '26' }),
          studioName,
        ),
        element(
          'main',
          { class: 'grid gap-4 border-y border-line bg-card px-4 py-6 desk:rounded-day desk:border desk:px-8' },
          element('h1', { class: 'text-title font-title', tabindex: '-1' }, heading),
          ...parts,
        ),
        element(
          'footer',
          { class: 'p-4 text-center text-small text-ink-2' },
          'Made with Rondo. No cookies, no tracking.',
        ),
      ),
    );
};

/** Why something was refused, and which fields are wrong. */
export type Refusal = {
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
};

type Answer<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly status: number; readonly body: Refusal };

const noAnswer: Refusal = { detail: 'This did not arrive. Please check your connection and try again.' };

/** Asks the server. What does not arrive is answered like a refusal, with a sentence. */
export const ask = async <Body>(path: string, body?: object): Promise<Answer<Body>> => {
  try {
    const { ok, status, ...answer } = await fetch(path, {
      headers: { Accept: 'application/json, application/problem+json', 'Content-Type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).then(async (response) => ({ ok: response.ok, status: response.status, body: await response.json() }));
    return { ok, status, ...answer };
  } catch {
    return { ok: false, status: 0, body: noAnswer };
  }
};

/** Mondays begin the week; a day’s number is the server’s. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0] as const;

// 2024 began on a Monday.
export const dayName = (day: number, weekday: 'long' | 'short'): string =>
  new Intl.DateTimeFormat('en-US', { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));
