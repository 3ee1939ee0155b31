import type { GenericSchema } from 'valibot';
import { ChatGroupEntries, Messages, UploadAnswer } from './chats';
import { LoginAnswer, LoginRequest, Profile, SignupRequest } from './people';
import { AnyAnswer } from './primitives';

/** One call of the API. `path` is relative to the API base; a `{name}` in it is a parameter. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** True where a caller needs no token (S1 §1: login and signup). */
  readonly open?: true;
  readonly body?: GenericSchema;
  readonly answer: GenericSchema;
}

/** Every HTTP call that crosses the wire, S1 §7 and S2 §7. The client calls by name, the server registers by name. */
export const endpoints = {
  login: { method: 'POST', path: '/api/auth/login', open: true, body: LoginRequest, answer: LoginAnswer },
  signup: { method: 'POST', path: '/api/auth/signup', open: true, body: SignupRequest, answer: AnyAnswer },
  profile: { method: 'GET', path: '/api/profile', answer: Profile },
  chatGroups: { method: 'GET', path: '/api/chat/groups', answer: ChatGroupEntries },
  chatMessages: { method: 'GET', path: '/api/chat/messages/{chatId}', answer: Messages },
  chatMedia: { method: 'POST', path: '/api/chat/{chatId}/media', answer: UploadAnswer },
  globalMedia: { method: 'POST', path: '/api/gchat/media', answer: UploadAnswer },
  globalMessages: { method: 'GET', path: '/api/gchat/messages', answer: Messages },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

/**
 * The path of an endpoint with its parameters filled in, each percent-encoded.
 * @throws Error when a parameter that the path names is missing.
 */
export function pathOf(endpoint: Endpoint, params: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
