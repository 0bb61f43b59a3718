import { z } from 'zod';
import { austinFamilies } from '../vcard-files.ts';
import { button, dialog, type Scene, type Stage } from './stage.ts';

const open = async ({ page }: Stage): Promise<void> => {
  await page.goto('/students?import=vcards');
  await dialog(page, 'Import Students from vCards').getByText('Drop a vCard file here').waitFor();
};

/** Importing students from a vCard file. */
export const importScenes: readonly Scene[] = [
  {
    name: 'import-file',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await open(stage);
      await button(stage.page, 'Import students').click();
      await stage.page.getByText('Please select a vCard').first().waitFor();
    },
  },
  {
    name: 'import-preview',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await open(stage);
      await stage.page.getByLabel('Choose a vCard file').setInputFiles(austinFamilies);
      await button(stage.page, 'Import 9 students').waitFor();
    },
  },
  {
    name: 'import-families',
    of: 'studio',
    inWindow: true,
    show: async ({ page }) => {
      await page.goto('/students?import=families');
      await page.getByLabel('Choose a CSV file').setInputFiles({
        name: 'Contacts of the Barton Springs Conservatory, autumn term.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          [
            'Name,Family,Email,Phone,Family Balance',
            'Maximiliana Featherstonehaugh-Smith,Featherstonehaugh-Smith,m@featherstonehaugh-smith.example,,-1234.50',
            'Theo Park,Park,karen@example.com,,-80',
            'Mia Park,Park,karen@example.com,,-80',
            'Elsa Bergström,,elsa@,,0',
            'Hector Cruz,,,(512) 555-0190,12O',
          ].join('\n'),
        ),
      });
      await page.getByText('Choose what a balance below zero means.').first().waitFor();
    },
  },
  {
    name: 'import-email',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      const { page } = stage;
      await page.route('**/api/students/import-vcards/preview', async (route) => {
        const response = await route.fetch();
        const preview = z
          .looseObject({ rows: z.array(z.looseObject({ result: z.string() })) })
          .parse(await response.json());
        const rows = preview.rows.map((row) =>
          row.result === 'skipped'
            ? { ...row, email: 'maximiliana.featherstonehaugh@example.com', addsEmail: true }
            : row,
        );
        await route.fulfill({ response, json: { ...preview, rows, emailsToAdd: 3 } });
      });
      await open(stage);
      await page.getByLabel('Choose a vCard file').setInputFiles(austinFamilies);
      await dialog(page, 'Import Students from vCards')
        .getByText(/^Already here: add email/)
        .first()
        .waitFor();
    },
  },
];
