import { type AddressInfo, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { maintenanceRoutes } from './areas/admin/maintenance';
import { adminRoutes } from './areas/admin/routes';
import type { App } from './areas/app';
import { completionRoutes } from './areas/cases/completion';
import { caseRoutes } from './areas/cases/routes';
import { chatDestinations } from './areas/chat/destinations';
import { createRooms } from './areas/chat/rooms';
import { chatRoutes } from './areas/chat/routes';
import { noteRoutes } from './areas/incidents/addNote';
import { reportRoutes } from './areas/incidents/report';
import { incidentRoutes, removalRoutes } from './areas/incidents/routes';
import { createIncidentTurns } from './areas/incidents/turns';
import { chatUploadRoutes } from './areas/media/chatUploads';
import { checkSameOrganisation } from './areas/media/organisation';
import { mediaRoutes } from './areas/media/routes';
import type { Storage } from './areas/media/storage';
import { type MediaStore, openMediaStore } from './areas/media/store';
import { createPush } from './areas/notifications/push/push';
import { notificationRoutes } from './areas/notifications/routes';
import { createDirectoryNews } from './areas/people/directoryNews';
import { peopleRoutes } from './areas/people/routes';
import { searchRoutes } from './areas/search/routes';
import { findCaller, findMember } from './areas/session/callers';
import { sessionRoutes } from './areas/session/routes';
import { createTokens } from './areas/session/tokens';
import { kitRoutes } from './areas/supplies/kitRoutes';
import { startReminding } from './areas/supplies/reminders';
import { inventoryRoutes, requisitionRoutes, stockRoutes } from './areas/supplies/routes';
import { startSweeping } from './areas/sweep';
import { type Config, ConfigError } from './config';
import type { lockDatabase } from './db/databaseLock';
import { type Db, type OpenDatabase, openDatabase, unsafeSettings } from './db/open';
import { readAppConfig } from './http/appConfig';
import { compressAnswers } from './http/compress';
import { createHttp, type Log, type RawHandler } from './http/create';
import { pageIn, serveFiles } from './http/files';
import { setHeaders } from './http/headers';
import { healthRoute } from './http/health';
import { Broker } from './realtime/broker';
import { Connections } from './realtime/connections';
import { createRealtime } from './realtime/realtime';
import { type Seeded, seed } from './seed/seed';

/** A server that is listening. */
export interface RunningServer {
  /** The address of the server for clients on this machine. */
  readonly address: string;
  readonly port: number;
  readonly db: Db;
  readonly broker: Broker;
  readonly connections: Connections;
  readonly media: MediaStore;
  /** Resolves when this server has to be closed, because another one uses its database. The log says so. */
  readonly taken: Promise<void>;
  close(): Promise<void>;
}

/** Parts that a caller may replace. */
export interface Replacements {
  /** A storage for media, instead of the local disk. */
  readonly storage?: Storage;
  /** The target of the log, instead of stdout. */
  readonly log?: Log;
  /**
   * Hears of a new organisation as soon as it is stored. The start may still fail, for example because the port is taken, and the next
   * one could not tell the generated password any more.
   */
  readonly onSeeded?: (seeded: Seeded) => void;
  /** What keeps other servers from the database (DECISIONS 305). */
  readonly lock?: typeof lockDatabase;
}

/**
 * Opens the database, seeds it if it is empty, and serves the API, the realtime connections and the app.
 * @throws ConfigError when that is not possible with this configuration.
 */
export async function createServer(
  config: Config,
  { storage, log, lock, onSeeded }: Replacements = {},
): Promise<RunningServer> {
  let media: MediaStore | undefined;
  const prepare = async (db: Db, wasEmpty: boolean) => {
    media = openMediaStore(config, storage);
    await checkSameOrganisation(db, media, wasEmpty || config.databaseUrl === null);
    const seeded = await seed(db, config);
    if (seeded) onSeeded?.(seeded);
  };
  const database = await openDatabase(config, { prepare, lock });
  try {
    if (!media) throw new Error('the database was not prepared');
    return await serve(config, media, database, log);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function serve(
  config: Config,
  media: MediaStore,
  { db, onTrouble, taken, close }: OpenDatabase,
  log?: Log,
): Promise<RunningServer> {
  const [broker, connections] = [new Broker(), new Connections()];
  const rawHandler: RawHandler = {
    request: (request, response) => realtime.request(request, response),
    upgrade: (request, socket, head) => realtime.upgrade(request, socket, head),
  };
  const http = createHttp(config, rawHandler, log);
  onTrouble((trouble, words) => http.log.error({ words }, trouble));
  const careless = await unsafeSettings(db);
  if (careless.length > 0)
    http.log.warn(`A power cut may lose what was acknowledged: the database has ${careless.join(' and ')}.`);
  const tokens = createTokens(config);
  const app: App = {
    http,
    config,
    db,
    broker,
    connections,
    media,
    tokens,
    inIncidentTurn: createIncidentTurns(),
    tellDirectory: createDirectoryNews({ db, broker, http }),
    push: createPush({ db, config, log: http.log }),
    findCaller: (token, mayHaveOldPassword) => findCaller(db, tokens, token, mayHaveOldPassword),
    findMember: (id) => findMember(db, id),
  };
  const rooms = createRooms(app);
  const realtime = createRealtime(app, chatDestinations(app, rooms));

  const appConfig = readAppConfig(config, (problem) => http.log.warn(problem));
  await setHeaders(http, appConfig, pageIn(config.staticDir));
  await compressAnswers(http);
  const isServed = await serveFiles(http, config.staticDir, appConfig.served);
  if (!isServed)
    http.log.warn(`STATIC_DIR ${config.staticDir} has no index.html: only the API is served, not the app.`);
  healthRoute(app);
  sessionRoutes(app);
  peopleRoutes(app);
  adminRoutes(app);
  chatRoutes(app, rooms);
  incidentRoutes(app);
  removalRoutes(app);
  caseRoutes(app);
  kitRoutes(app);
  inventoryRoutes(app);
  stockRoutes(app);
  requisitionRoutes(app);
  notificationRoutes(app);
  maintenanceRoutes(app);
  searchRoutes(app);
  http.addHook('onClose', startSweeping(app));
  http.addHook('onClose', startReminding(app));
  await mediaRoutes(app, [chatUploadRoutes, reportRoutes, completionRoutes, noteRoutes]);
  http.addHook('preClose', async () => {
    realtime.close();
    rooms.close();
    app.push.end();
  });
  http.addHook('onClose', () => app.push.close());

  const port = await listen(http, config);
  return {
    address: `http://${hostFor(config.host)}:${port}`,
    port,
    db,
    broker,
    connections,
    media,
    taken: taken.then(() =>
      http.log.fatal('Another server has taken the database while this one had no connection to it. This one ends.'),
    ),
    close: () => http.close().then(close),
  };
}

/** The host by which this machine reaches a server that listens on this address. */
function hostFor(address: string): string {
  if (['0.0.0.0', '::', '127.0.0.1', '::1'].includes(address)) return 'localhost';
  return isIPv6(address) ? `[${address}]` : address;
}

/** @returns the port on which the server listens. */
async function listen(http: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    await http.close();
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new ConfigError(`Port ${port} is taken. Stop what uses it, or set PORT.`);
    if (code === 'EACCES') throw new ConfigError(`Port ${port} may not be used. Set PORT to 1024 or more.`);
    throw new ConfigError(`The server cannot listen on ${host}:${port}: ${message}`);
  }
  return (http.server.address() as AddressInfo).port;
}
