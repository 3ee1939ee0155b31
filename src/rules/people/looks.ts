/** S1 §2: the colour of a chat card, 0 to 5: the sum of the character codes of the group id, modulo 6. */
export const cardColour = (groupId: string) => sumOfCodes(groupId) % 6;

/** How many avatar pictures `public/avatars` holds, named 0.svg, 1.svg … */
export const AVATAR_COUNT = 12;

/** The avatar of a user: a local picture chosen by user id (S1 §2, DECISIONS 7). Relative to the app's own address. */
export const avatarOf = (userId: string) => `avatars/${sumOfCodes(userId) % AVATAR_COUNT}.svg`;

/** The fallback of an avatar: a letter and a hue (0 to 359) derived from the name. */
export function initialOf(name: string): { letter: string; hue: number } {
  return { letter: [...name.trim()][0]?.toUpperCase() ?? '?', hue: (sumOfCodes(name) * 47) % 360 };
}

const sumOfCodes = (text: string) => text.split('').reduce((sum, char) => sum + char.charCodeAt(0), 0);
