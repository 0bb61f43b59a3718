import type { Page, Route } from 'playwright';

const service = 'https://maps.test';
const lands = { light: { red: 222, green: 232, blue: 214 }, dark: { red: 38, green: 44, blue: 36 } } as const;

/** What the maps service does: draws land without streets, refuses the key, or never answers. */
export type Service = 'draws' | 'refuses' | 'is silent';

const answer = async (route: Route, does: Service): Promise<void> => {
  const headers = { 'access-control-allow-origin': '*' };
  const { pathname } = new URL(route.request().url());
  if (does === 'is silent') return;
  if (does === 'refuses') return route.fulfill({ status: 401, headers, json: { message: 'Not Authorized' } });
  if (!pathname.startsWith('/styles/')) return route.fulfill({ headers, body: '' });
  const land = pathname.includes('/dark-') ? lands.dark : lands.light;
  const color = `rgb(${land.red}, ${land.green}, ${land.blue})`;
  const layers = [{ id: 'land', type: 'background', paint: { 'background-color': color } }];
  return route.fulfill({ headers, json: { version: 8, sources: {}, layers } });
};

/** The server's policy with what a maps service needs, and nothing else. */
const withService = (policy: string): string =>
  [
    ...policy.split(';').filter((directive) => !/^\s*(img-src|connect-src|worker-src)/.test(directive)),
    "img-src 'self' data:",
    `connect-src 'self' ${service} https://events.mapbox.com`,
    "worker-src 'self'",
  ].join(';');

/** Gives the pages of a window a maps service. */
export const withStreets = async (page: Page, does: Service): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/maps/api-key', (route) => route.fulfill({ json: { apiKey: 'pk.test', apiUrl: service } }));
  await page.route(
    (url) => url.origin === service || url.hostname.endsWith('.mapbox.com'),
    (route) => answer(route, does),
  );
  await page.route(
    (url) => !url.pathname.startsWith('/api/') && !url.pathname.includes('.'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const policy = withService(response.headers()['content-security-policy'] ?? '');
      return route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
    },
  );
};

/** The share of a picture's pixels that are land. */
export const landShare = (page: Page, picture: Buffer, theme: keyof typeof lands = 'light'): Promise<number> =>
  page.evaluate(
    async ({ base64, land }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] };
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        const off = [land.red, land.green, land.blue].map((value, part) => Math.abs(value - (data[i + part] ?? 0)));
        if (Math.max(...off) <= 3) count += 1;
      }
      return (4 * count) / data.length;
    },
    { base64: picture.toString('base64'), land: lands[theme] },
  );
