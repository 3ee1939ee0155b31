import type { Address } from '../contract/endpoint';
import { HISTORY_PAGE, screenCalls } from '../contract/endpoints/screens';
import { decoded } from '../rules/decoded';
import type { AddressOptions } from '../services/api/request';
import { cacheKeys } from './cache/cacheKeys';

/** A call, and the key under which this device keeps its answer. */
interface FirstCall {
  readonly endpoint: Address;
  readonly options: AddressOptions;
  readonly key: string;
}

/**
 * What the screen at a path shows first.
 * @param hasTwoPanes whether the window has room for the list of chats beside the global chat
 */
export function firstCallsOf(path: string, hasTwoPanes: boolean): readonly FirstCall[] {
  const [, area = '', id = '', ...rest] = path.split('/').map(decoded);
  const query = { limit: HISTORY_PAGE };
  const { chatGroups, chatMessages, globalMessages, incident, live, myCases } = screenCalls;
  const chats = { endpoint: chatGroups, options: {}, key: cacheKeys.chats };
  if (area === '') return [chats];
  if (area === 'gchat') {
    const messages = { endpoint: globalMessages, options: { query }, key: cacheKeys.messages({ kind: 'global' }) };
    return hasTwoPanes ? [messages, chats] : [messages];
  }
  if (area === 'chat') {
    if (!id) return [chats];
    const key = cacheKeys.messages({ kind: 'incident', chatId: id });
    return [{ endpoint: chatMessages, options: { params: { chatId: id }, query }, key }, chats];
  }
  if (area === 'live') return [{ endpoint: live, options: {}, key: cacheKeys.live }];
  if (area === 'incident' && id && rest.length === 0)
    return [{ endpoint: incident, options: { params: { id } }, key: cacheKeys.incident(id) }];
  if (area === 'my-cases') return [{ endpoint: myCases, options: {}, key: cacheKeys.myCases }];
  return [];
}
