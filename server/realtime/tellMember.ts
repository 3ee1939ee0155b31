import type { MemberNewsBody } from '../../src/contract/memberNews';
import { topics } from '../../src/contract/topics';
import type { Core } from '../core';

/** Publishes news for one member alone, in all of their tabs. Call it after the transaction that made them. */
export function tellMember({ broker }: Pick<Core, 'broker'>, userId: number, news: MemberNewsBody): void {
  broker.publish(topics.member(String(userId)), news);
}
