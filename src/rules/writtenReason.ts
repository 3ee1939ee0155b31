/** A reason that was written for an act that has failed. It is said when nothing else shows it any more (DECISIONS 398). */
export const writtenReason = (reason: string) => `Your reason was: “${reason}”`;
