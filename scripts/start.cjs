// npm start: checks Node, builds the browser's files when they are missing or older than their sources, then runs the service.
require('./require-node.cjs');
require('./compile-cache.cjs');

import('./build-web.ts')
  .then(({ buildWebIfNeeded }) => buildWebIfNeeded())
  .then(() => import('../services/main.ts'))
  .catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
