// The service worker: keeps the built files of /day, so that the day opens without a network (docs/offline.md). It keeps no answer of the API.

// The build fills this in (scripts/kept-files.ts): a hash of the files, and their addresses.
const build = { id: '', files: [] };
const cacheName = `rondo-${build.id}`;

/** How long /day waits for the network before it opens from the cache: milliseconds. */
const patience = 3000;

/** What the worker never touches. */
const untouched = /^\/(api|family|mail|ask|feeds)(\/|$)/;

const kept = (address) => caches.match(address, { cacheName, ignoreVary: true, ignoreSearch: true });

/** The browser has asked for the page already while the worker was starting. */
const fromNetwork = async (event) => (await event.preloadResponse) ?? fetch(event.request);

const dayPage = async (event) => {
  const answer = fromNetwork(event);
  const late = new Promise((resolve) => {
    setTimeout(resolve, patience);
  });
  const first = await Promise.race([answer.catch(() => undefined), late]);
  return first ?? (await kept('/day')) ?? answer;
};

const otherPage = async (event) => {
  try {
    return await fromNetwork(event);
  } catch (error) {
    const page = await kept('/offline.html');
    if (page) return page;
    throw error;
  }
};

const keptFile = async (request) => (await kept(request.url)) ?? fetch(request);

addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(build.files)));
});

// A new worker waits until the pages of the one before are closed: it takes over at the next opening, never under an open form.
addEventListener('activate', (event) => {
  const begin = async () => {
    await registration.navigationPreload?.enable();
    for (const name of await caches.keys())
      if (name.startsWith('rondo-') && name !== cacheName) await caches.delete(name);
  };
  event.waitUntil(begin());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || untouched.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(pathname === '/day' ? dayPage(event) : otherPage(event));
  else if (build.files.includes(pathname)) event.respondWith(keptFile(request));
});
