/** A request that is answered with a status of 4xx and a message for people (DECISIONS 1). */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly statusCode: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429,
    message: string,
  ) {
    super(message);
  }
}
