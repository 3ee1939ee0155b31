/** What the measuring process asks of the publishing one. */
export interface Order {
  readonly way: 'ours' | 'naive';
  readonly messages: number;
}

export const TOPIC = '/topic/gchat';
/** Messages that become due in one turn of the server's event loop: a busy minute in a large chat. */
export const BURST = 10;
