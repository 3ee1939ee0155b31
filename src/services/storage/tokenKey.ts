/** The key of the token in localStorage. In a file of its own, because the code that runs first needs nothing else. */
export const TOKEN_KEY = 'token';
