import { z } from 'zod';
import { configSchema } from './config.ts';

const property = z.looseObject({
  description: z.string().default(''),
  default: z.union([z.string(), z.number()]).optional(),
});
const document = z.looseObject({ properties: z.record(z.string(), property) });

/** The settings page in Markdown, generated from the schema that reads them. */
export const configurationDoc = (): string => {
  const { properties } = document.parse(z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }));
  const rows = Object.entries(properties).map(([name, { description, default: standard }]) => {
    const shown = standard === undefined ? '' : `\`${standard}\``;
    return `| \`${name}\` | ${shown} | ${description} |`;
  });
  return `# Settings

Rondo reads its settings from the environment and checks them at startup. It reports each invalid setting and what it expected. This page is
generated from the same schema: \`npm run docs:configuration\`.

| variable | default | what it does |
|---|---|---|
${rows.join('\n')}
`;
};
