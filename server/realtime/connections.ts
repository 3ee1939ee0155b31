/** A session of a client, as the rest of the server sees it. */
interface OpenSession {
  /** The member whose session this is; null before CONNECT is answered. */
  readonly userId: number | null;
  /** The login that issued the token; null before CONNECT is answered. */
  readonly sessionId: string | null;
  readonly hasSentConnect: boolean;
  /** Ends the subscriptions to topics that the member may no longer read. */
  recheck(): Promise<void>;
  /** Ends the session with an ERROR frame that gives the reason. */
  end(message: string): void;
  /** Ends the session of a member who is logged out. Sends `session.ended` first if the client is subscribed to its personal topic. */
  logOut(reason: string): void;
  /** Keeps the session open after the member's tokens have changed. */
  renew(tokenEpoch: number): void;
}

/** All open sessions. */
export class Connections {
  readonly #sessions = new Set<OpenSession>();

  add(session: OpenSession): void {
    this.#sessions.add(session);
  }

  /** Ends the oldest connection that has not sent CONNECT, if there are more than `most` such connections. */
  limitAnonymous(most: number): void {
    const anonymous = [...this.#sessions].filter(({ hasSentConnect }) => !hasSentConnect);
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

  /** The number of a member's sessions that have connected. */
  countOf(userId: number): number {
    return this.#of(userId).length;
  }

  /**
   * Checks again which topics a member's sessions may read. Call it after every change that can take a right away: a change of a
   * role, a team or a membership.
   */
  async recheck(userId: number): Promise<void> {
    await Promise.all(this.#of(userId).map((session) => session.recheck()));
  }

  /** Ends all sessions of a member whose tokens are revoked or who is no longer a member. */
  logOut(userId: number, reason: string): void {
    for (const session of this.#of(userId)) session.logOut(reason);
  }

  /** Ends a member's sessions except those of one login, which continue with the new token. */
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
