import { createServer } from './app';
import { type Config, ConfigError, placeOf, readConfig } from './config';
import { resetPasswordByHand } from './resetPassword';
import { aboutDemoLogins, openDemoLogins } from './seed/people';
import type { Seeded } from './seed/seed';

/** How long a shutdown may take, in milliseconds. After that the process is ended. */
const SHUTDOWN_WITHIN = 5000;

try {
  const config = readConfig(process.env);
  const [command, username] = process.argv.slice(2);
  if (command === undefined) await serve(config);
  else if (command === 'reset-password') console.log(await resetPasswordByHand(config, username));
  else
    throw new ConfigError(
      `'${command}' is not understood. The settings are environment variables, as in PORT=8081 npm start: see README.md.`,
    );
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

async function serve(config: Config): Promise<void> {
  // What cannot be written of the log is lost (DECISIONS 386). Without a listener that would end the server.
  process.stdout.on('error', () => {});
  const server = await createServer(config, { onSeeded: (seeded) => tellOfSeed(seeded, config) });
  let isStopping = false;
  const stop = () => {
    // Under npm, Ctrl-C arrives twice: from the terminal and from npm. The second signal must not cut the shutdown short.
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), SHUTDOWN_WITHIN).unref();
    server.close().then(
      () => process.exit(),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  void server.taken.then(() => {
    process.exitCode = 1;
    stop();
  });

  const open = await openDemoLogins(server.db).catch((error: unknown) => {
    console.error('It could not be checked whether demo logins are open', error);
    return [];
  });
  const lines = [`Saathi is ready on ${server.address}`, ...(open.length > 0 ? [aboutDemoLogins(open, config)] : [])];
  console.log(lines.join('\n'));
}

/** Says that there is a new organisation, because it may be the sign of a wrong DATA_DIR, or of a disk that is not mounted. */
function tellOfSeed({ password }: Seeded, config: Config): void {
  console.log(`A new organisation was created in ${placeOf(config)}.`);
  if (password !== null) console.log(`Super admin 'superadmin', password (shown once): ${password}`);
}
