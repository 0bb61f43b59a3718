import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { ButtonsPlace, Frame } from '../frame/Frame.tsx';
import { outlines } from './outlines.tsx';

// index.html replaces TODAY and MONDAY, SUNDAY by dates of the studio: of this week, of next week with a 2.
const upcoming = 'GET /api/lessons?from=TODAY';
const week = 'GET /api/lessons?from=MONDAY&to=SUNDAY';
const nextWeek = 'GET /api/lessons?from=MONDAY2&to=SUNDAY2';

/** What each page asks the server first; index.html asks it while the page's code loads. */
const earlyCalls: Readonly<Record<string, readonly string[]>> = {
  schedule: [week, 'GET /api/teachers', 'GET /api/user-preferences', 'GET /api/optimization-reports'],
  planner: [
    'GET /api/teachers',
    'GET /api/students',
    'GET /api/assignments',
    'GET /api/optimization-reports',
    upcoming,
  ],
  students: ['GET /api/students', 'GET /api/teachers', 'GET /api/assignments', upcoming],
  teachers: ['GET /api/teachers', 'GET /api/assignments', upcoming],
  routes: [nextWeek, 'GET /api/teachers', 'GET /api/students', 'GET /api/user-preferences', 'GET /api/maps/api-key'],
  settings: [
    'GET /api/teachers',
    'GET /api/user-preferences',
    'GET /api/settings',
    'GET /api/backups',
    'GET /api/data-integrity',
    'GET /api/data-integrity/read-models',
  ],
  'api-monitor': ['GET /api/maps-cache-stats', 'GET /api/maps/status'],
};

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
