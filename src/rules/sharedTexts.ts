/** The texts of what other apps share with this one (DECISIONS 183). They are beyond the specification. */
export const sharedTexts = {
  nothing: 'Nothing is waiting here. In another app, share a photo or a text, and choose this app.',
  unreadable: 'What was shared could not be read. Share it again, or attach it in a chat.',
  noRoom: 'This device has no room for what was shared.',
  notGivenBack: 'This browser does not give back what was shared.',
  tooLong: 'The text was too long. Its end was left out.',
  notHanded: 'This browser could not take it over. Nothing is lost: please try again.',
  fullReport: 'The report that you have begun has too many photos for these. Remove some there first.',
} as const;
