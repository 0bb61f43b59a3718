import { z } from 'zod';

// zod probes for `new Function`, which our content security policy forbids and reports.
z.config({ jitless: true });
