import type { ReactNode } from 'react';

/** A link among facts: as small as their text, with a target of 44 pixels on phones. */
export const factLink =
  'relative hover:underline max-desk:after:absolute max-desk:after:-inset-x-2 max-desk:after:-inset-y-3.5';

/** A term and its description, inside a `dl`. */
export const Fact = ({ term, children }: { readonly term: string; readonly children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="mb-0.5 text-small text-ink-3">{term}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
);
