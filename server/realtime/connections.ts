import type { Session } from './session';

/** The sessions that are open. */
export class Connections {
  readonly #sessions = new Set<Session>();

  add(session: Session): void {
    this.#sessions.add(session);
  }

  remove(session: Session): void {
    this.#sessions.delete(session);
  }

  get count(): number {
    return this.#sessions.size;
  }

  /** Those of one user that have connected. */
  of(userId: number): readonly Session[] {
    return [...this.#sessions].filter((session) => session.userId === userId);
  }

  /**
   * Looks again at what a user's connections may hear. To be called after anything that takes something from a member: a
   * role, their place in a team, their membership.
   */
  async recheck(userId: number): Promise<void> {
    await Promise.all(this.of(userId).map((session) => session.recheck()));
  }

  /** Ends every session with an ERROR frame that says why. */
  endAll(message: string): void {
    for (const session of [...this.#sessions]) session.end(message);
  }
}
