import { config } from 'zod/v4/core';

// zod probes for `new Function`, which our content security policy forbids and reports.
config({ jitless: true });
