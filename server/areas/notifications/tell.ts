import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import type { ToTell } from './notify';

/**
 * Delivers notifications after the commit of their transaction: to open apps over the realtime connection, and to devices by web
 * push.
 */
export function tell({ broker, push }: Pick<App, 'broker' | 'push'>, toTell: ToTell): void {
  for (const { userId, notification } of toTell)
    tellMember({ broker }, userId, { type: 'notification.created', notification });
  push.send(toTell);
}
