import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Brand } from '../../../../ui/brand.tsx';
import { Card } from '../../../../ui/lists/panels.tsx';

/** A small screen for one step of a password reset, with a link back to sign-in. */
export const PasswordScreen = (props: {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
  /** The text of the back link; null if the screen has a button for it. */
  readonly back?: string | null;
}) => (
  <main className="grid min-h-dvh place-items-center p-6 max-desk:place-items-start max-desk:p-0">
    <title>{`${props.title} - Rondo`}</title>
    <Card className="flex w-full max-w-md flex-col p-10 max-desk:min-h-dvh max-desk:max-w-none max-desk:rounded-none max-desk:border-0 max-desk:p-6">
      <Link
        to="/auth"
        className="mb-7 flex w-fit items-center gap-2.5 max-desk:-mt-1.5 max-desk:mb-5 max-desk:min-h-11"
      >
        <Brand large />
      </Link>
      <h1 className="text-title font-title">{props.title}</h1>
      <p className="mt-1 mb-5 wrap-anywhere text-ink-2">{props.lead}</p>
      {props.children}
      {props.back !== null && (
        <p className="mt-8 text-center">
          <Link
            to="/auth"
            className="font-control text-accent hover:underline max-desk:-my-3 max-desk:inline-flex max-desk:min-h-11 max-desk:items-center"
          >
            {props.back ?? 'Back to sign in'}
          </Link>
        </p>
      )}
    </Card>
  </main>
);
