// What people enter into forms. Not in forms.ts: that file is loaded with every page, and the login screen needs none of it.

/**
 * The whole number that a person has typed in digits, maybe with a sign; the minus sign of a ledger can be typed, too. NaN if there is
 * anything else: a comma or a point is never guessed at, because it may divide thousands or begin the decimals (DECISIONS 330).
 */
export const wholeIn = (typed: string): number =>
  /^[-+−]?\d+$/.test(typed.trim()) ? Number(typed.replace('−', '-')) : Number.NaN;

/** A reason that was written for an act that has failed. It is said when nothing else shows it any more (DECISIONS 398). */
export const writtenReason = (reason: string) => `Your reason was: “${reason}”`;
