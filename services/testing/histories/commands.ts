import { branchCommands } from './branch-commands.ts';
import { closureCommands } from './closure-commands.ts';
import { familyCommands } from './family-commands.ts';
import { feedCommands } from './feed-commands.ts';
import { lessonCommands } from './lesson-commands.ts';
import { moneyCommands } from './money-commands.ts';
import { outcomeCommands } from './outcome-commands.ts';
import { peopleCommands } from './people-commands.ts';
import { planCommands } from './plan-commands.ts';
import { timeCommands } from './time-commands.ts';
import type { Command, VisitedStudio } from './visited-studio.ts';

const groups = [
  lessonCommands,
  lessonCommands,
  planCommands,
  moneyCommands,
  feedCommands,
  timeCommands,
  peopleCommands,
  closureCommands,
  outcomeCommands,
  outcomeCommands,
  familyCommands,
  branchCommands,
];

/** One of the commands: first what it is about, so that each subject comes up as often as the others, and lessons twice as often. */
export const anyCommand = (studio: VisitedStudio): { name: string; act: Command } => {
  const [name, act] = studio.one(Object.entries(studio.one(groups) ?? lessonCommands)) ?? [];
  if (name === undefined || act === undefined) throw new Error('There are no commands.');
  return { name, act };
};
