/** A number of things: '1 item', '3 items'. `one` is the word for a single one, whose plural ends in s. */
export const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
