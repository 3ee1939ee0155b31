import { FrameImpl, type IFrame, Parser } from '@stomp/stompjs';
import type { Refusal } from '../../src/contract/chats';
import { topics } from '../../src/contract/topics';
import type { Realm } from '../areas/chat/destinations';
import { type Caller, findCaller, findMember } from '../areas/session/callers';
import type { App } from '../http/app';
import { asHttpError, HttpError } from '../http/httpError';
import { bearerOf } from '../http/route';
import { type Subscription, subscriptionOf } from './broker';
import { HEARTBEAT_TEXT, quotedFrame } from './frames';
import { type Heart, negotiate, startHeart } from './heartbeat';
import type { Outlet } from './outlets';
import { FrameQueue } from './queue';
import { bytesOf, clientMessageIdIn, readJson, refusalIn, required, Violation } from './reading';
import type { Wire } from './wire';

/** The longest time that a timer can be set to. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** One client's STOMP 1.2 session: its frames are answered one after the other, in the order in which they came. */
export class Session {
  readonly #parser: Parser;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #queue: FrameQueue;
  readonly #connectTimer: NodeJS.Timeout;
  #expiryTimer: NodeJS.Timeout | undefined;
  #heart: Heart | null = null;
  #caller: Caller | null = null;
  #unfinished = 0;
  #isClosed = false;

  constructor(
    private readonly app: App,
    private readonly realm: Realm,
    private readonly wire: Wire,
    private readonly outlet: Outlet,
  ) {
    const { limits } = app.config;
    this.#queue = new FrameQueue(limits, (frame, refusal) => this.#take(frame, refusal));
    this.#connectTimer = setTimeout(() => this.#fail('No CONNECT frame came in time.'), limits.connectWithin);
    this.#parser = new Parser(
      (raw) => {
        this.#unfinished = 0;
        if (!this.#queue.add(FrameImpl.fromRawFrame(raw, true))) this.#fail('Too many frames at once.');
      },
      () => {
        this.#unfinished = 0;
      },
    );
  }

  /** Whose connection this is, once CONNECT was answered. */
  get userId(): number | null {
    return this.#caller?.id ?? null;
  }

  /** Takes what came over the wire: part of a frame, a frame, or several. */
  receive(data: unknown): void {
    if (this.#isClosed) return;
    if (typeof data === 'string' || data instanceof Uint8Array) {
      this.#heart?.heard();
      this.#unfinished += data.length;
      this.#parser.parseChunk(typeof data === 'string' ? data : new Uint8Array(data).buffer);
      const { frameBytes, waitingBytes } = this.app.config.limits;
      if (this.#unfinished > (this.#caller ? waitingBytes : frameBytes)) this.#fail('The frame is too large.');
    } else this.#fail('Frames must be text.');
  }

  /** Forgets everything that this connection had: nothing of it costs anything afterwards. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#connectTimer);
    clearTimeout(this.#expiryTimer);
    this.#heart?.stop();
    for (const subscription of this.#subscriptions.values()) this.app.broker.remove(subscription);
    this.#subscriptions.clear();
    this.outlet.close();
  }

  /** Ends at once with a client that does not read, or is not there any more. */
  cut(): void {
    this.close();
    this.wire.cut();
  }

  /** Says goodbye to the client, which will come again when the server is back. */
  end(message: string): void {
    this.#fail(message);
  }

  /**
   * Looks again whether the member may hear what they are subscribed to, and ends what they may not (DECISIONS 4). A client that
   * listens to its own error topic is told of each, as of a refused SUBSCRIBE.
   */
  async recheck(): Promise<void> {
    if (!this.#caller) return;
    try {
      const caller = await this.#whoCalls(this.#caller);
      for (const [id, subscription] of this.#subscriptions) {
        const refusal = await this.realm.mayHear(caller, subscription.topic).catch(refusalIn);
        if (!refusal || !this.#subscriptions.has(id)) continue;
        this.#unsubscribe(id);
        this.#tell(refusal, subscription.topic);
      }
    } catch (cause) {
      const error = asHttpError(cause);
      if (!(error instanceof HttpError)) throw cause;
      this.#failWith(error);
    }
  }

  async #take(frame: IFrame, refusal: HttpError | null): Promise<void> {
    if (this.#isClosed) return;
    try {
      if (refusal) throw refusal;
      await this.#answer(frame);
      if (frame.headers.receipt !== undefined) this.#reply('RECEIPT', { 'receipt-id': frame.headers.receipt });
      if (frame.command === 'DISCONNECT') this.#finish();
    } catch (error) {
      this.#refuse(frame, asHttpError(error));
    }
  }

  async #answer(frame: IFrame): Promise<void> {
    const { command, headers } = frame;
    if (bytesOf(frame) > this.app.config.limits.frameBytes) throw new Violation('The frame is too large.');
    if (command === 'CONNECT' || command === 'STOMP') return this.#connect(headers);
    if (!this.#caller) throw new Violation('The first frame must be CONNECT.');
    if (headers.transaction !== undefined) throw new Violation('Transactions are not supported.');
    switch (command) {
      case 'SUBSCRIBE':
        return this.#subscribe(this.#caller, required(headers, 'id'), required(headers, 'destination'), headers.ack);
      case 'UNSUBSCRIBE':
        return this.#unsubscribe(required(headers, 'id'));
      case 'SEND':
        return this.realm.take(
          await this.#whoCalls(this.#caller),
          required(headers, 'destination'),
          readJson(frame.body),
        );
      case 'DISCONNECT':
        return;
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
    const token = bearerOf(headers.Authorization ?? headers.authorization);
    const caller = await findCaller(this.app.db, this.app.tokens, token);
    if (this.#isClosed) return;
    const { heartbeat, connectionsPerMember } = this.app.config.limits;
    if (this.app.connections.of(caller.id).length >= connectionsPerMember)
      throw new HttpError(429, 'Too many connections of one member. Please close some of them.');
    this.#caller = caller;
    clearTimeout(this.#connectTimer);
    this.#expireAt(caller.exp * 1000);
    this.#heart = startHeart(
      negotiate(headers['heart-beat'], heartbeat),
      () => this.outlet.push(HEARTBEAT_TEXT),
      () => this.cut(),
    );
    this.#reply('CONNECTED', { version: '1.2', server: 'saathi', 'heart-beat': `${heartbeat},${heartbeat}` });
  }

  async #subscribe(by: Caller, id: string, topic: string, ack = 'auto'): Promise<void> {
    if (ack !== 'auto') throw new Violation('Messages are acknowledged by themselves here: ack must be auto.');
    if (id.length > 200 || this.#subscriptions.has(id)) throw new Violation('The subscription id cannot be used.');
    if (this.#subscriptions.size >= this.app.config.limits.subscriptions)
      throw new HttpError(429, 'Too many subscriptions on one connection.');
    const caller = await this.#whoCalls(by);
    await this.realm.mayHear(caller, topic);
    if (this.#isClosed) return;
    const subscription = subscriptionOf(topic, id, this.outlet);
    this.#subscriptions.set(id, subscription);
    this.app.broker.add(subscription);
  }

  #unsubscribe(id: string): void {
    const subscription = this.#subscriptions.get(id);
    if (!subscription) return;
    this.#subscriptions.delete(id);
    this.app.broker.remove(subscription);
  }

  /**
   * The caller with their present roles. Their token was verified at CONNECT, and the connection ends when it expires.
   * @throws HttpError 401 when they are no member any more.
   */
  async #whoCalls({ id, exp }: Caller): Promise<Caller> {
    return { ...(await findMember(this.app.db, id)), exp };
  }

  #expireAt(time: number): void {
    const left = time - Date.now();
    this.#expiryTimer = setTimeout(
      () => (left > LONGEST_TIMER ? this.#expireAt(time) : this.#fail('Token expired')),
      Math.min(Math.max(left, 0), LONGEST_TIMER),
    );
  }

  /**
   * A refused SEND or SUBSCRIBE is told on the client's own error topic when it listens there, and the connection lives.
   * Everything else ends the connection with an ERROR frame, as STOMP wants it.
   */
  #refuse(frame: IFrame, error: unknown): void {
    if (error instanceof HttpError) {
      const tell = () => this.#tell(error, frame.headers.destination ?? '', clientMessageIdIn(frame));
      if ([401, 503].includes(error.statusCode) || !tell()) this.#failWith(error, frame);
    } else if (error instanceof Violation) this.#fail(error.message, frame);
    else {
      this.app.http.log.error({ err: error, command: frame.command }, 'a frame could not be answered');
      this.#fail('Something went wrong on the server.', frame);
    }
  }

  /** @returns false when the client does not listen where refusals are told. */
  #tell({ statusCode, message }: HttpError, destination: string, clientMessageId: string | null = null): boolean {
    const topic = this.#caller && topics.errors(String(this.#caller.id));
    const errors = [...this.#subscriptions.values()].find((subscription) => subscription.topic === topic);
    if (!errors) return false;
    this.app.broker.tell(errors, { destination, status: statusCode, message, clientMessageId } satisfies Refusal);
    return true;
  }

  #reply(command: string, headers: Record<string, string>, body = ''): void {
    this.outlet.push(quotedFrame(command, headers, body));
  }

  /** While the database is away (503) without an ERROR: clients take that for a refusal, but send again after a lost connection. */
  #failWith({ statusCode, message }: HttpError, frame?: IFrame): void {
    if (statusCode === 503) this.#finish();
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
    this.outlet.flush();
    this.close();
    this.wire.end();
  }
}
