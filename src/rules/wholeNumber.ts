// Not in forms.ts: that file is loaded with every page, and no field of the login screen takes a number.

/**
 * The whole number that a person has typed in digits, maybe with a sign; the minus sign of a ledger can be typed, too. NaN if there is
 * anything else: a comma or a point is never guessed at, because it may divide thousands or begin the decimals (DECISIONS 330).
 */
export const wholeIn = (typed: string): number =>
  /^[-+−]?\d+$/.test(typed.trim()) ? Number(typed.replace('−', '-')) : Number.NaN;
