import type { MemberNewsBody } from '../../src/contract/memberNews';
import { topics } from '../../src/contract/topics';
import type { Core } from '../core';

/** Publishes news to all connections of one member. Call it after the transaction has committed. */
export function tellMember({ broker }: Pick<Core, 'broker'>, userId: number, news: MemberNewsBody): void {
  broker.publish(topics.member(String(userId)), news);
}
