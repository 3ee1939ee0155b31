import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { HEARTBEAT } from '../src/contract/topics';
import { uploadLimits } from '../src/contract/uploads';
import type { MediaKind } from '../src/rules/media/media';
import { originOf } from './origin';
import { type MapTiles, tilesPattern } from './tiles';
import { isPair } from './vapidKeys';

/** The limits for clients. Times are in milliseconds, sizes in bytes, unless a comment says otherwise. */
export interface Limits {
  /** Login tries per minute from one address: for one username, and for all usernames together. */
  readonly loginsPerMember: number;
  readonly loginsPerAddress: number;
  /** Free login tries for one account from an address from which its member has not logged in before. Further tries are delayed. */
  readonly loginsPerAccount: number;
  /** Sign-ups per hour from one address, which a whole sign-up evening may share (DECISIONS 306). */
  readonly signupsPerAddress: number;
  /** The largest JSON body of a call. */
  readonly bodyBytes: number;
  /** How long the body of a call may take to arrive, except for uploads by members. */
  readonly bodyWithin: number;
  /**
   * How long a realtime connection may stay open without a CONNECT frame, and the most connections in that state; beyond that the
   * oldest is closed.
   */
  readonly connectWithin: number;
  readonly anonymousConnections: number;
  /** How long a client may take to answer the end of its WebSocket. */
  readonly closeWithin: number;
  /**
   * The largest STOMP frame that is processed; the most data of one connection that may be arriving and waiting (a larger frame
   * ends the connection); and the most data that a slow client may leave unread before it is disconnected.
   */
  readonly frameBytes: number;
  readonly waitingBytes: number;
  readonly unreadBytes: number;
  /** The most subscriptions of one realtime connection, and the most connections of one member. */
  readonly subscriptions: number;
  readonly connectionsPerMember: number;
  /** SEND frames of one connection: the most in a burst, and the lasting rate per second. */
  readonly sendBurst: number;
  readonly sendsPerSecond: number;
  /** The shortest heart-beat interval that the server offers, in both directions. */
  readonly heartbeat: number;
  /** The largest file, by kind. */
  readonly mediaBytes: Readonly<Record<MediaKind, number>>;
  /** The most pixels of an image, all frames of an animation together. They determine the memory that it needs. */
  readonly imagePixels: number;
  /**
   * The most parts of a recording that are looked at one by one (boxes, elements, chunks of data that is removed). They determine the
   * time that it needs. A video that was recorded in fragments has about five for each of them.
   */
  readonly recordingParts: number;
  /** The most files of one form, and the largest sum of their sizes. */
  readonly formFiles: number;
  readonly formBytes: number;
  /** Reports of one member per hour, and requests for supplies. */
  readonly reportsPerHour: number;
  readonly requisitionsPerHour: number;
  /** Uploads of one member: how many at the same time, and how many per hour. */
  readonly uploadsAtOnce: number;
  readonly uploadsPerHour: number;
  /** Calls of the search per member; the app makes two for one search. */
  readonly searchesPerMinute: number;
  /** How long an upload may pause without sending data. */
  readonly uploadIdle: number;
  /** How long a client may read nothing of an answer. */
  readonly unreadWithin: number;
}

/** All settings of the server. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** The folder of the embedded database, the media and the generated secrets. */
  readonly dataDir: string;
  /** The address of a Postgres to use instead of the embedded one. */
  readonly databaseUrl: string | null;
  readonly seed: 'demo' | 'none';
  readonly superadminPassword: string | null;
  /** The secret that signs tokens; if null, one is generated once and stored in `dataDir`. */
  readonly jwtSecret: string | null;
  /** How long a token is valid, in seconds. */
  readonly tokenTtl: number;
  /** The folder of the built app. */
  readonly staticDir: string;
  /** The source of the map's tiles (see `MapTiles`); null leaves it to the app's own configuration. */
  readonly mapTiles: MapTiles | null;
  /** The addresses of the proxies whose X-Forwarded-* headers are trusted; false if there are none. */
  readonly trustProxy: readonly string[] | false;
  /** The base address of the API for the served app, without a slash at the end; null leaves it to the app's own configuration. */
  readonly apiBase: string | null;
  /** How this server identifies itself to push services. If `privateKey` is null, one is generated once and stored in `dataDir`. */
  readonly vapid: { readonly privateKey: string | null; readonly subject: string };
  /** Whether a push service may be on this machine, which only tests allow. */
  readonly pushToLoopback: boolean;
  readonly logLevel: LogLevel;
  readonly limits: Limits;
}

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
type LogLevel = (typeof logLevels)[number];

const MB = 1024 * 1024;

export const defaultLimits: Limits = {
  loginsPerMember: 10,
  loginsPerAddress: 100,
  loginsPerAccount: 5,
  signupsPerAddress: 200,
  bodyBytes: 64 * 1024,
  bodyWithin: 30_000,
  connectWithin: 5_000,
  anonymousConnections: 500,
  closeWithin: 10_000,
  frameBytes: 64 * 1024,
  waitingBytes: MB,
  unreadBytes: MB,
  subscriptions: 50,
  connectionsPerMember: 100,
  sendBurst: 200,
  sendsPerSecond: 50,
  heartbeat: HEARTBEAT,
  imagePixels: 80_000_000,
  recordingParts: 100_000,
  ...uploadLimits,
  reportsPerHour: 60,
  requisitionsPerHour: 60,
  uploadsAtOnce: 4,
  uploadsPerHour: 300,
  searchesPerMinute: 120,
  uploadIdle: 60_000,
  unreadWithin: 120_000,
};

/** The place of the organisation's data, in words. */
export const placeOf = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) =>
  databaseUrl === null ? dataDir : 'the database of DATABASE_URL';

/** The least bytes of the secret that signs tokens. */
export const SECRET_BYTES = 32;

/** A setting is invalid, or the start cannot succeed. The message is one line for the person who starts the server. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the configuration from environment variables. An empty variable counts as absent.
 * @throws ConfigError naming the variable and its allowed values.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const text = (name: string) => env[name]?.trim() || null;

  const number = (name: string, fallback: number, least: number, most: number) => {
    const value = text(name);
    if (value === null) return fallback;
    const read = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (read >= least && read <= most) return read;
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not '${value}'.`);
  };

  const megabytes = (name: string, fallback: number) => number(name, fallback / MB, 1, 10_000) * MB;

  const choice = <Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice) => {
    const value = text(name) ?? fallback;
    const found = choices.find((one) => one === value);
    if (found) return found;
    throw new ConfigError(`${name} must be ${choices.join(' or ')}, not '${value}'.`);
  };

  const databaseUrl = text('DATABASE_URL');
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new ConfigError('DATABASE_URL must begin with postgres:// or postgresql://.');
  const jwtSecret = text('JWT_SECRET');
  if (jwtSecret && Buffer.byteLength(jwtSecret) < SECRET_BYTES)
    throw new ConfigError(`JWT_SECRET must have at least ${SECRET_BYTES} characters.`);
  const tiles = text('MAP_TILES');
  if (tiles && !tilesPattern.test(tiles))
    throw new ConfigError(
      'MAP_TILES must be an address with {z}, {x} and {y}, as in https://tiles.example.org/{z}/{x}/{y}.png.',
    );
  const apiBase = text('API_BASE');
  if (apiBase && originOf(apiBase) === null)
    throw new ConfigError('API_BASE must be an address without a query, as in https://api.example.org.');
  const [publicKey, privateKey] = [text('VAPID_PUBLIC_KEY'), text('VAPID_PRIVATE_KEY')];
  if ((publicKey === null) !== (privateKey === null))
    throw new ConfigError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together: set both or neither.');
  if (publicKey && privateKey && !isPair(publicKey, privateKey))
    throw new ConfigError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair of keys for web push, in base64url.');
  const subject = text('VAPID_SUBJECT') ?? 'mailto:nobody@example.org';
  if (!/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(subject))
    throw new ConfigError('VAPID_SUBJECT must begin with mailto: or https://.');
  const superadminPassword = env.SUPERADMIN_PASSWORD || null;
  // Nobody could log in with a longer one (`LoginRequest`).
  if (superadminPassword && superadminPassword.length > 200)
    throw new ConfigError('SUPERADMIN_PASSWORD may have at most 200 characters.');

  return {
    host: text('HOST') ?? '0.0.0.0',
    port: number('PORT', 8080, 0, 65_535),
    dataDir: resolve(text('DATA_DIR') ?? 'data'),
    databaseUrl,
    seed: choice('SEED', ['demo', 'none'], 'demo'),
    superadminPassword,
    jwtSecret,
    tokenTtl: number('TOKEN_TTL', 7 * 24 * 60 * 60, 1, 365 * 24 * 60 * 60),
    staticDir: resolve(text('STATIC_DIR') ?? 'dist'),
    mapTiles: tiles ? { url: tiles, attribution: text('MAP_ATTRIBUTION') ?? '' } : null,
    apiBase: apiBase === null ? null : apiBase.replace(/\/+$/, ''),
    trustProxy: readProxies(text('TRUST_PROXY') ?? 'no'),
    vapid: { privateKey, subject },
    pushToLoopback: false,
    logLevel: choice('LOG_LEVEL', logLevels, 'warn'),
    limits: {
      ...defaultLimits,
      signupsPerAddress: number('SIGNUPS_PER_HOUR', defaultLimits.signupsPerAddress, 1, 10_000),
      mediaBytes: {
        IMAGE: megabytes('MEDIA_LIMIT_IMAGE_MB', defaultLimits.mediaBytes.IMAGE),
        VIDEO: megabytes('MEDIA_LIMIT_VIDEO_MB', defaultLimits.mediaBytes.VIDEO),
        AUDIO: megabytes('MEDIA_LIMIT_AUDIO_MB', defaultLimits.mediaBytes.AUDIO),
      },
    },
  };
}

/** Names for ranges of addresses that TRUST_PROXY accepts. */
const namedRanges = ['loopback', 'linklocal', 'uniquelocal'];

/** @throws ConfigError when the value is neither 'no' nor a list of addresses. */
function readProxies(value: string): readonly string[] | false {
  if (value === 'no') return false;
  const proxies = value.split(',').map((one) => one.trim());
  if (proxies.every((one) => namedRanges.includes(one) || isRange(one))) return proxies;
  throw new ConfigError(
    `TRUST_PROXY must be no or the addresses of the proxies, as in loopback or 10.0.0.0/8,192.168.1.5, not '${value}'.`,
  );
}

/** Whether a text is an IP address or a block of addresses in CIDR notation. */
function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
