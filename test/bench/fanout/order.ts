/** What the measuring process tells the publishing process to do. */
export interface Order {
  readonly way: 'ours' | 'naive';
  readonly messages: number;
}

export const TOPIC = '/topic/gchat';
/** Messages that are published in one turn of the server's event loop, as at a busy moment of a large chat. */
export const BURST = 10;
