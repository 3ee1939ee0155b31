import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** The smallest answer that is compressed, in bytes. A smaller one fits into one network packet anyway. */
const SMALLEST = 1024;

/**
 * Compresses JSON and the page while they are sent, with brotli at quality 4, which needs about as much CPU as gzip. Media are
 * already compressed, and the build has made compressed copies of the app's files.
 *
 * Compressing a secret together with text chosen by an attacker reveals the secret through the length of the answer (BREACH). The
 * attack needs requests to which the browser adds the member's credentials. Ours carry the token in a header that only the app
 * adds, and the answers with a token or a temporary password are shorter than `SMALLEST`.
 */
export async function compressAnswers(http: FastifyInstance): Promise<void> {
  await http.register(compress, {
    threshold: SMALLEST,
    encodings: ['br', 'gzip'],
    customTypes: /^(application\/json|text\/html)\b/,
    // Compressed requests stay refused, because their size is only known after unpacking.
    globalDecompression: false,
  });
}
