/** Words that reviewers use for one thing. A search of the workbench for one of them finds the others, too. */
export const alike: readonly (readonly string[])[] = [
  ['network', 'connection', 'channel', 'internet', 'signal', 'offline'],
  ['lost', 'lose', 'fails', 'error'],
  ['photo', 'picture', 'image'],
  ['phone', 'device'],
  ['request', 'requisition'],
  ['delete', 'remove'],
];
