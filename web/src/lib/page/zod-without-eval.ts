// zod probes for `new Function`, which our content security policy forbids and reports. Most pages load no zod, so this sets what it will read.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
