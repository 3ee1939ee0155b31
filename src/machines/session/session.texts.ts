/** Why a session ended, as the login screen says it. Beyond the specification, which only says that it goes to /login. */
export const farewells = {
  expired: 'Your session has expired. Please log in again.',
  elsewhere: 'You have been logged out in another tab.',
  unusable: 'The login could not be kept. Please check the date and time of this device.',
} as const;
