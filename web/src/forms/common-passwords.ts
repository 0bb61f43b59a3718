import { dictionary } from '@zxcvbn-ts/language-common';

const common = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()));

/** Whether a password is among those found most often in breaches, in any case. Only loaded on demand: the list is large. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());
