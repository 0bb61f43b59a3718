import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { ButtonsPlace, Frame } from '../frame/Frame.tsx';
import { earlyCalls } from './early-calls.ts';
import { outlines } from './outlines.tsx';

/** Runs when the browser's files are built: what the server sends of each page before its code and data. */
export const pageOutlines = (): Record<string, { title: string; html: string; calls: readonly string[] }> =>
  Object.fromEntries(
    Object.entries(outlines).map(([page, { title, body }]) => {
      const html = renderToStaticMarkup(
        <MemoryRouter initialEntries={[`/${page}`]}>
          <Frame header={<ButtonsPlace />}>
            <output className="sr-only">Loading...</output>
            {body}
          </Frame>
        </MemoryRouter>,
      );
      return [page, { title, html, calls: earlyCalls[page]?.map((name) => name.replace('GET ', '')) ?? [] }];
    }),
  );
