import type { Network } from './network';
import type { Fault } from './plan';
import type { Setup } from './setup';
import { pass, type Times } from './times';

/** What faults are injected into: the networks (first that of the members, then that of the naive clients), and their server. */
export interface Targets {
  readonly networks: readonly [Network, ...Network[]];
  readonly setup: Pick<Setup, 'server' | 'fillDisk' | 'killDatabase'>;
  readonly times: Times;
}

/** Causes a fault, in all networks alike. Resolves when it is over and network and server work again. */
export async function injectFault(
  { kind, lasts, skip, latency }: Fault,
  { networks, setup, times }: Targets,
): Promise<void> {
  const each = (act: (network: Network) => void) => networks.forEach(act);
  const { server } = setup;
  const duration = lasts * times.reconnectDelay;
  switch (kind) {
    case 'midSend':
    case 'beforeEcho':
    case 'midEcho':
    case 'afterEcho': {
      const [members, ...others] = networks;
      for (const other of others) void other.cut(kind, skip);
      await members.cut(kind, skip);
      each((network) => network.disarm());
      return;
    }
    case 'reset':
      return each((network) => network.reset());
    case 'blackhole':
      each((network) => network.blackhole(true));
      await pass(duration);
      return each((network) => network.blackhole(false));
    case 'delay':
      each((network) => network.delay(latency));
      await pass(duration);
      return each((network) => network.delay(0));
    case 'refuse':
      await Promise.all(networks.map((network) => network.refuse(true)));
      await pass(duration);
      await Promise.all(networks.map((network) => network.refuse(false)));
      return;
    case 'freeze':
      server.signal('SIGSTOP');
      await pass(duration);
      server.signal('SIGCONT');
      return;
    case 'diskFull':
      await setup.fillDisk(true);
      await pass(duration);
      return setup.fillDisk(false);
    case 'database':
      return setup.killDatabase();
    case 'kill':
      await server.kill();
      return server.start();
    case 'restart':
      await server.stop();
      return server.start();
  }
}
