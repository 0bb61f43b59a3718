import type { ReactNode } from 'react';

/** One part of the settings: its name and purpose at the left, its content beside them. */
export const Section = (props: { readonly title: string; readonly about: string; readonly children: ReactNode }) => (
  <section
    aria-label={props.title}
    className="grid grid-cols-[216px_minmax(0,1fr)] gap-x-10 gap-y-3 border-b border-line py-6 last:border-b-0 max-wide:grid-cols-1 max-desk:py-5"
  >
    <div>
      <h2 className="text-lead font-strong">{props.title}</h2>
      <p className="mt-0.5 max-w-[28ch] text-pretty text-ink-3 max-wide:max-w-[60ch]">{props.about}</p>
    </div>
    <div className="min-w-0">{props.children}</div>
  </section>
);
