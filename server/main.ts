import { createServer } from './app';
import { type Config, ConfigError, readConfig } from './config';
import { resetPasswordByHand } from './resetPassword';
import { demoLogins } from './seed/people';

/** How long a shutdown may take, in milliseconds. After that the process is ended. */
const SHUTDOWN_WITHIN = 5000;

try {
  const config = readConfig(process.env);
  const [command, username] = process.argv.slice(2);
  if (command === 'reset-password') console.log(await resetPasswordByHand(config, username));
  else await serve(config);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

async function serve(config: Config): Promise<void> {
  const server = await createServer(config);
  let isStopping = false;
  const stop = () => {
    // Under npm, Ctrl-C arrives twice: from the terminal and from npm. The second signal must not cut the shutdown short.
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), SHUTDOWN_WITHIN).unref();
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  const { password, isDemo } = server.seeded;
  const lines = [
    password && `Super admin 'superadmin', password (shown once): ${password}`,
    `Saathi is ready on ${server.address}`,
    isDemo && demoLogins,
  ];
  console.log(lines.filter(Boolean).join('\n'));
}
