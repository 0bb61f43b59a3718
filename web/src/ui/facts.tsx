import type { ReactNode } from 'react';

/** One term and what is known about it, inside a `dl`. */
export const Fact = ({ term, children }: { readonly term: string; readonly children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="mb-0.5 text-small text-ink-3">{term}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
);
