import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import type { Told } from './notify';

/** Tells members of the notifications that a transaction has made, once that is committed: open apps at once, devices by web push. */
export function tell({ broker, push }: Pick<App, 'broker' | 'push'>, told: Told): void {
  for (const { userId, notification } of told)
    tellMember({ broker }, userId, { type: 'notification.created', notification });
  push.notify(told);
}
