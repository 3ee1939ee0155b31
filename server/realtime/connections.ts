/** A session of a client, as the rest of the server sees it. */
interface OpenSession {
  /** Whose it is, once the client has said so. */
  readonly userId: number | null;
  /** The login that its token came from, once the client has said so. */
  readonly sessionId: string | null;
  /** Ends the subscriptions to topics that the member may no longer hear. */
  recheck(): Promise<void>;
  /** Ends it with an ERROR frame that says why. */
  end(message: string): void;
  /** The same for a member who is logged out: a client that listens to its personal topic is told `session.ended` first. */
  logOut(reason: string): void;
  /** Lets it go on after the member's tokens have changed. */
  renew(tokenEpoch: number): void;
}

/** The sessions that are open. */
export class Connections {
  readonly #sessions = new Set<OpenSession>();

  add(session: OpenSession): void {
    this.#sessions.add(session);
  }

  /** Ends the oldest of the connections that have not said whose they are, when there are more of them than `most`. */
  limitAnonymous(most: number): void {
    const anonymous = [...this.#sessions].filter(({ userId }) => userId === null);
    const [oldest] = anonymous;
    if (!oldest || anonymous.length <= most) return;
    this.#sessions.delete(oldest);
    oldest.end('Too many connections that have not said whose they are.');
  }

  remove(session: OpenSession): void {
    this.#sessions.delete(session);
  }

  get count(): number {
    return this.#sessions.size;
  }

  /** How many of a member's sessions have connected. */
  countOf(userId: number): number {
    return this.#of(userId).length;
  }

  /**
   * Checks again what a member's sessions may hear. Call it after every change that can take a right away: of a role, a team, a
   * membership.
   */
  async recheck(userId: number): Promise<void> {
    await Promise.all(this.#of(userId).map((session) => session.recheck()));
  }

  /** Ends a member's sessions, because their tokens have ended or they are no longer a member. */
  logOut(userId: number, reason: string): void {
    for (const session of this.#of(userId)) session.logOut(reason);
  }

  /** The same but for the sessions of one login, which go on with its fresh token. */
  logOutOthers(
    userId: number,
    { sessionId, tokenEpoch }: { readonly sessionId: string; readonly tokenEpoch: number },
    reason: string,
  ): void {
    for (const session of this.#of(userId))
      if (session.sessionId === sessionId) session.renew(tokenEpoch);
      else session.logOut(reason);
  }

  endAll(message: string): void {
    for (const session of [...this.#sessions]) session.end(message);
  }

  #of(userId: number): OpenSession[] {
    return [...this.#sessions].filter((session) => session.userId === userId);
  }
}
