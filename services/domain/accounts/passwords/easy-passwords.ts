import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { newPasswordTexts } from '@rondo/contracts/api/new-password.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';

const file = path.join(import.meta.dirname, 'common-passwords.txt');

const readCommon = async (): Promise<ReadonlySet<string>> => new Set((await readFile(file, 'utf8')).split('\n'));
let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Rejects a new password that attackers try first: one of the 10,000 commonest, or the account's own address, in any case.
 * @param pointer the field of the request that has the password
 * @throws InvalidInput
 */
export const refuseEasyPassword = async (
  pointer: string,
  { password, email }: { readonly password: string; readonly email: string },
): Promise<void> => {
  const typed = password.toLowerCase();
  common ??= readCommon();
  if (typed !== email.toLowerCase() && !(await common).has(typed)) return;
  throw new InvalidInput(newPasswordTexts.easy, [{ pointer, detail: newPasswordTexts.easy }]);
};
