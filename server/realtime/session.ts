import { type IFrame, Parser } from '@stomp/stompjs';
import type { MemberNewsBody } from '../../src/contract/memberNews';
import { readDestination, topics } from '../../src/contract/topics';
import type { Caller, Core } from '../core';
import { asHttpError, endedSession, HttpError, OWN_FAULT } from '../http/httpError';
import { bearerOf } from '../http/route';
import { revisionsOf, type Subscription, subscriptionOf } from './broker';
import { HEARTBEAT_TEXT, quotedFrame } from './frames';
import { type Heart, negotiate, startHeart } from './heartbeat';
import type { Outgoing } from './outgoing';
import { type Batch, type Batching, FrameQueue } from './queue';
import { bytesOf, clientMessageIdIn, frameOf, refusalIn, required, Violation } from './reading';
import type { Wire } from './wire';

/** An unexpected error of the server, as a client is told of it. */
const unexpected = { statusCode: 500, message: OWN_FAULT } as const;

/** The longest delay that `setTimeout` accepts, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** What the areas provide to the realtime connection: who may subscribe to a topic, and what a SEND does. */
export interface Destinations {
  /** @throws HttpError 403 or 404 when this caller may not subscribe to this topic. */
  authorizeSubscribe(caller: Caller, topic: string): Promise<void>;
  /** The ids of the oldest and newest message of the chat behind a topic, '' when the chat has no messages; null for all other topics. */
  oldestAndNewestOf(topic: string): Promise<{ readonly oldest: string; readonly latest: string } | null>;
  /** How consecutive SENDs to this destination are batched; null if each is carried out alone. */
  batchingOf(destination: string): Batching | null;
  /**
   * Carries out one SEND, or a batch of SENDs to one destination.
   * @returns for each SEND the error with which it is refused, or null.
   * @throws HttpError when all of them are refused.
   */
  handleSends(caller: Caller, destination: string, bodies: readonly string[]): Promise<readonly (Error | null)[]>;
}

/** One client's STOMP 1.2 session: its frames are answered one after the other, in the order of arrival. */
export class Session {
  readonly #parser: Parser;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #queue: FrameQueue;
  readonly #connectTimer: NodeJS.Timeout;
  #expiryTimer: NodeJS.Timeout | undefined;
  #heart: Heart | null = null;
  #caller: Caller | null = null;
  #unfinished = 0;
  #hasSentConnect = false;
  #isClosed = false;
  /** How often the subscriptions were checked again. */
  #rechecks = 0;

  constructor(
    private readonly core: Core,
    private readonly destinations: Destinations,
    private readonly wire: Wire,
    private readonly outgoing: Outgoing,
  ) {
    const { limits } = core.config;
    this.#queue = new FrameQueue(
      limits,
      (destination) => destinations.batchingOf(destination),
      (frames, refusal) => this.#answerBatch(frames, refusal),
    );
    this.#connectTimer = setTimeout(() => this.#fail('No CONNECT frame came in time.'), limits.connectWithin);
    this.#parser = new Parser(
      (raw) => {
        this.#unfinished = 0;
        if (!this.#queue.add(frameOf(raw))) this.#fail('Too many frames at once.');
      },
      () => {
        this.#unfinished = 0;
      },
    );
  }

  /** The member of this connection; null before CONNECT is answered. */
  get userId(): number | null {
    return this.#caller?.id ?? null;
  }

  get sessionId(): string | null {
    return this.#caller?.sessionId ?? null;
  }

  get hasSentConnect(): boolean {
    return this.#hasSentConnect;
  }

  /** Receives data from the client: part of a frame, one frame, or several. */
  receive(data: unknown): void {
    if (this.#isClosed) return;
    if (typeof data === 'string' || data instanceof Uint8Array) {
      this.#heart?.heard();
      this.#unfinished += data.length;
      this.#parser.parseChunk(typeof data === 'string' ? data : new Uint8Array(data).buffer);
      const { frameBytes, waitingBytes } = this.core.config.limits;
      if (this.#unfinished > (this.#caller ? waitingBytes : frameBytes)) this.#fail('The frame is too large.');
    } else this.#fail('Frames must be text.');
  }

  /** Releases everything that belongs to this connection. */
  close(): void {
    this.#isClosed = true;
    this.#queue.close();
    clearTimeout(this.#connectTimer);
    clearTimeout(this.#expiryTimer);
    this.#heart?.stop();
    for (const subscription of this.#subscriptions.values()) this.core.broker.remove(subscription);
    this.#subscriptions.clear();
    this.outgoing.close();
  }

  /** Ends immediately and sends nothing, because the client does not read or is gone. */
  cut(): void {
    this.close();
    this.wire.cut();
  }

  /** Ends with an ERROR frame. The client connects again by itself. */
  end(message: string): void {
    this.#fail(message);
  }

  /** Tells the client that the member is logged out, then ends the session. */
  logOut(reason: string): void {
    this.#tell({ type: 'session.ended', reason });
    this.#fail(reason);
  }

  /** Keeps the session open after the member changed their password in it. */
  renew(tokenEpoch: number): void {
    if (this.#caller) this.#caller = { ...this.#caller, tokenEpoch };
  }

  /**
   * Checks again whether the member may read the topics they are subscribed to, and ends the forbidden subscriptions
   * (DECISIONS 4). The client is told about each on its personal topic, as about a refused SUBSCRIBE. If that cannot be found out, the
   * session ends: the client connects again, and its topics are then judged anew.
   */
  async recheck(): Promise<void> {
    if (!this.#caller) return;
    this.#rechecks++;
    try {
      const caller = await this.#whoCalls(this.#caller);
      for (const [id, subscription] of this.#subscriptions) {
        const refusal = await this.destinations.authorizeSubscribe(caller, subscription.topic).catch(refusalIn);
        // Meanwhile the client may have ended it, and may have used its id for another topic.
        if (!refusal || this.#subscriptions.get(id) !== subscription) continue;
        this.#unsubscribe(id);
        const { statusCode: status, message } = refusal;
        this.#tell({
          type: 'refusal',
          destination: subscription.topic,
          status,
          message,
          clientMessageId: null,
        });
      }
    } catch (cause) {
      const error = asHttpError(cause);
      this.#failWith(error instanceof HttpError ? error : unexpected);
      if (!(error instanceof HttpError)) throw cause;
    }
  }

  /** Answers one frame, or a batch of SENDs. */
  async #answerBatch(frames: Batch, refusal: HttpError | null): Promise<void> {
    if (this.#isClosed) return;
    try {
      if (refusal) throw refusal;
      const refusals = await this.#carryOut(frames);
      for (const [place, frame] of frames.entries()) {
        const refused = refusals[place];
        if (refused) this.#refuse(frame, asHttpError(refused));
        else if (frame.headers.receipt !== undefined)
          this.#reply('RECEIPT', { 'receipt-id': frame.headers.receipt, ...(await this.#newsBefore(frame)) });
        if (frame.command === 'DISCONNECT') this.#finish();
      }
    } catch (error) {
      for (const frame of frames) this.#refuse(frame, asHttpError(error));
    }
  }

  /** @returns for each frame the error with which it is refused, or nothing. */
  async #carryOut(frames: Batch): Promise<readonly (Error | null)[]> {
    const [{ command, headers }] = frames;
    if (frames.some((frame) => bytesOf(frame) > this.core.config.limits.frameBytes))
      throw new Violation('The frame is too large.');
    if (command === 'CONNECT' || command === 'STOMP') {
      await this.#connect(headers);
      return [];
    }
    if (!this.#caller) throw new Violation('The first frame must be CONNECT.');
    if (frames.some((frame) => frame.headers.transaction !== undefined))
      throw new Violation('Transactions are not supported.');
    switch (command) {
      case 'SUBSCRIBE':
        await this.#subscribe(this.#caller, required(headers, 'id'), required(headers, 'destination'), headers.ack);
        return [];
      case 'UNSUBSCRIBE':
        this.#unsubscribe(required(headers, 'id'));
        return [];
      case 'SEND': {
        const bodies = frames.map(({ body }) => body);
        return this.destinations.handleSends(
          await this.#whoCalls(this.#caller),
          required(headers, 'destination'),
          bodies,
        );
      }
      case 'DISCONNECT':
        return [];
      case 'BEGIN':
      case 'COMMIT':
      case 'ABORT':
        throw new Violation('Transactions are not supported.');
      case 'ACK':
      case 'NACK':
        throw new Violation('Messages are acknowledged by themselves here.');
      default:
        throw new Violation('There is no such command.');
    }
  }

  async #connect(headers: IFrame['headers']): Promise<void> {
    if (this.#caller) throw new Violation('The connection is already established.');
    if (!(headers['accept-version'] ?? '').split(',').includes('1.2'))
      throw new Violation('This server speaks STOMP 1.2.');
    // From here on it is not the client that takes its time, but perhaps the database.
    this.#hasSentConnect = true;
    clearTimeout(this.#connectTimer);
    const token = bearerOf(headers.Authorization ?? headers.authorization);
    const caller = await this.core.findCaller(token);
    if (this.#isClosed) return;
    const { heartbeat, connectionsPerMember, waitingBytes } = this.core.config.limits;
    if (this.core.connections.countOf(caller.id) >= connectionsPerMember)
      throw new HttpError(429, 'Too many connections of one member. Please close some of them.');
    this.#caller = caller;
    this.wire.allow(2 * waitingBytes);
    this.#expireAt(caller.exp * 1000);
    this.#heart = startHeart(
      negotiate(headers['heart-beat'], heartbeat),
      () => this.outgoing.push(HEARTBEAT_TEXT),
      () => this.cut(),
    );
    this.#reply('CONNECTED', { version: '1.2', server: 'saathi', 'heart-beat': `${heartbeat},${heartbeat}` });
  }

  async #subscribe(by: Caller, id: string, topic: string, ack = 'auto'): Promise<void> {
    if (ack !== 'auto') throw new Violation('Messages are acknowledged by themselves here: ack must be auto.');
    if (id.length > 200 || this.#subscriptions.has(id)) throw new Violation('The subscription id cannot be used.');
    if (this.#subscriptions.size >= this.core.config.limits.subscriptions)
      throw new HttpError(429, 'Too many subscriptions on one connection.');
    let checks: number;
    do {
      checks = this.#rechecks;
      await this.destinations.authorizeSubscribe(await this.#whoCalls(by), topic);
      // A check of all subscriptions that ran meanwhile did not know this one, so the right is judged once more.
    } while (checks !== this.#rechecks);
    if (this.#isClosed) return;
    const subscription = subscriptionOf(topic, id, this.outgoing);
    this.#subscriptions.set(id, subscription);
    this.core.broker.add(subscription);
  }

  /**
   * Headers for the RECEIPT of a SUBSCRIBE that let the client see whether it missed anything, so that it need not fetch again:
   * for a chat the ids of its oldest and newest message, and the milliseconds since a message was last edited, deleted or pinned; for
   * another topic the milliseconds since the last publication.
   * Read after the subscription exists, so that nothing published in between is missed.
   */
  async #newsBefore({ command, headers: { destination = '' } }: IFrame): Promise<Record<string, string>> {
    if (command !== 'SUBSCRIBE') return {};
    const ends = await this.destinations.oldestAndNewestOf(destination);
    const quietFor = (topic: string) => ({ 'quiet-for': String(this.core.broker.quietFor(topic)) });
    return ends === null
      ? quietFor(destination)
      : { 'latest-message': ends.latest, 'oldest-message': ends.oldest, ...quietFor(revisionsOf(destination)) };
  }

  #unsubscribe(id: string): void {
    const subscription = this.#subscriptions.get(id);
    if (!subscription) return;
    this.#subscriptions.delete(id);
    this.core.broker.remove(subscription);
  }

  /**
   * The caller with their current roles. The token was verified at CONNECT, and the connection ends when it expires.
   * @throws HttpError 401 when they are no longer a member, or their tokens were revoked since CONNECT.
   */
  async #whoCalls({ id, exp, sessionId }: Caller): Promise<Caller> {
    const member = await this.core.findMember(id);
    if (member.tokenEpoch !== this.#caller?.tokenEpoch) throw endedSession();
    return { ...member, exp, sessionId };
  }

  #expireAt(time: number): void {
    const left = time - Date.now();
    this.#expiryTimer = setTimeout(
      () => (left > LONGEST_TIMER ? this.#expireAt(time) : this.#fail('Token expired')),
      Math.min(Math.max(left, 0), LONGEST_TIMER),
    );
  }

  /**
   * What happens when a frame is refused:
   * 1. If the client is subscribed to its personal topic, it is told there of a refused SEND or SUBSCRIBE, and the connection stays.
   *    The same goes for a SEND that fails because of the server (5xx), but not for a SUBSCRIBE that does.
   * 2. Otherwise a refused read receipt or sign of typing (4xx) is ignored, unless it asks for a RECEIPT frame (DECISIONS 187).
   * 3. Anything else ends the connection, as STOMP requires (`#failWith`). A 401 and a violation of STOMP always do.
   */
  #refuse(frame: IFrame, error: unknown): void {
    if (error instanceof Violation) {
      this.#fail(error.message, frame);
      return;
    }
    const { statusCode, message } = error instanceof HttpError ? error : unexpected;
    if (statusCode >= 500)
      this.core.http.log.error({ err: error, command: frame.command }, 'a frame could not be answered');
    const destination = frame.headers.destination ?? '';
    const mayBeTold = frame.command === 'SEND' ? statusCode !== 401 : statusCode < 500 && statusCode !== 401;
    if (
      mayBeTold &&
      this.#tell({
        type: 'refusal',
        destination,
        status: statusCode,
        message,
        clientMessageId: clientMessageIdIn(frame),
      })
    )
      return;
    const isMinor = ['read', 'typing'].includes(readDestination(destination)?.action ?? '');
    if (mayBeTold && isMinor && statusCode < 500 && frame.headers.receipt === undefined) return;
    this.#failWith({ statusCode, message }, frame);
  }

  /** Sends news to this client only. @returns false when it is not subscribed to its personal topic. */
  #tell(news: MemberNewsBody): boolean {
    const topic = topics.member(String(this.#caller?.id));
    const personal = [...this.#subscriptions.values()].find((subscription) => subscription.topic === topic);
    if (personal) this.core.broker.tell(personal, news);
    return personal !== undefined;
  }

  #reply(command: string, headers: Record<string, string>, body = ''): void {
    this.outgoing.push(quotedFrame(command, headers, body));
  }

  /**
   * Ends with an ERROR frame, but without one after 503 and 507: clients take ERROR for a refusal, and send again after a lost
   * connection.
   */
  #failWith({ statusCode, message }: { readonly statusCode: number; readonly message: string }, frame?: IFrame): void {
    if ([503, 507].includes(statusCode)) this.#finish();
    else this.#fail(message, frame);
  }

  #fail(message: string, frame?: IFrame): void {
    if (this.#isClosed) return;
    const receipt = frame?.headers.receipt;
    this.#reply(
      'ERROR',
      { message, 'content-type': 'text/plain', ...(receipt === undefined ? {} : { 'receipt-id': receipt }) },
      message,
    );
    this.#finish();
  }

  #finish(): void {
    this.outgoing.flush();
    this.close();
    this.wire.end();
  }
}
