/** The id of one of the suggested people, by its place in the list: the text box names the active one by it. */
export const optionId = (listId: string, at: number) => `${listId}-${at}`;
