/** Integer cents as an amount with at most two decimals. */
export const amountOf = (cents: number): number => cents / 100;
