/**
 * The oldest browsers in which the app runs (DECISIONS 404). A build rewrites syntax and styles that these do not know, but not functions
 * of the browser: test/journeys/olderBrowsers.test.ts looks for those.
 */
export const BROWSERS = ['chrome111', 'edge111', 'firefox125', 'safari16.4'];
