/**
 * The parts of its global scope that the service worker uses. TypeScript's own library for workers conflicts with that for pages.
 */
export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Tab[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Type extends keyof WorkerEvents>(type: Type, listener: (event: WorkerEvents[Type]) => void): void;
}

interface Tab {
  readonly url: string;
  readonly focused: boolean;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(message: unknown, ports: readonly MessagePort[]): void;
  navigate(address: string): Promise<unknown>;
}

export interface PushData {
  json(): unknown;
}

interface Waiting {
  waitUntil(task: Promise<unknown>): void;
}

interface WorkerEvents {
  readonly install: Waiting;
  readonly activate: Waiting;
  readonly fetch: Waiting & { readonly request: Request; respondWith(answer: Promise<Response>): void };
  readonly message: Waiting & { readonly data: unknown };
  readonly push: Waiting & { readonly data: PushData | null };
  readonly notificationclick: Waiting & { readonly notification: Notification };
}
