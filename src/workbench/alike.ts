/** Words that reviewers use for one thing. A search of the workbench looks for all of them, if nothing has the words that were typed. */
export const alike: readonly (readonly string[])[] = [
  ['network', 'connection', 'channel', 'internet', 'signal', 'offline'],
  ['lost', 'lose', 'fails', 'error'],
  ['photo', 'picture', 'image'],
  ['phone', 'device'],
  ['request', 'requisition'],
  ['delete', 'remove'],
];
