/** S2 §9, "Experience order for sorting". */
const ranks: Readonly<Record<string, number>> = { Beginner: 1, Intermediate: 2, Advanced: 3, Expert: 4 };

/** From 1 (beginner) to 4 (expert); 0 for a missing or unknown level. */
export const experienceRank = (level: string) => ranks[level] ?? 0;
