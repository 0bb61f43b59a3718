import { accountScenes } from './account-scenes.ts';
import { changesScenes } from './changes-scenes.ts';
import { familyScenes } from './family-scenes.ts';
import { importScenes } from './import-scenes.ts';
import { invoiceScenes } from './invoice-scenes.ts';
import { paymentScenes } from './payment-scenes.ts';
import { plannerScenes } from './planner-scenes.ts';
import { rosterScenes } from './roster-scenes.ts';
import { scheduleScenes } from './schedule-scenes.ts';
import { settingsScenes } from './settings-scenes.ts';
import { sharingScenes } from './sharing-scenes.ts';
import { syncScenes } from './sync-scenes.ts';
import type { Scene } from './stage.ts';

/** Every screen and every dialog: what is photographed, and what must pass the checks. */
export const scenes: readonly Scene[] = [
  ...accountScenes,
  ...scheduleScenes,
  ...changesScenes,
  ...settingsScenes,
  ...plannerScenes,
  ...rosterScenes,
  ...importScenes,
  ...invoiceScenes,
  ...paymentScenes,
  ...familyScenes,
  ...sharingScenes,
  ...syncScenes,
];
