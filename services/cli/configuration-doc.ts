// Writes docs/configuration.md from the schema of the settings: npm run docs:configuration
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { configurationDoc } from '../app/config/config.ts';

await writeFile(path.resolve(import.meta.dirname, '../../docs/configuration.md'), configurationDoc());
