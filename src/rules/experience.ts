/** S2 §9, "Experience order for sorting". */
const ranks: Readonly<Record<string, number>> = { Beginner: 1, Intermediate: 2, Advanced: 3, Expert: 4 };

/** 1 for a beginner to 4 for an expert; 0 for a level that is missing or not known. */
export const experienceRank = (level: string) => ranks[level] ?? 0;
